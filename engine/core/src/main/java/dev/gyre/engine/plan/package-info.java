/**
 * Decides where and with which resources an operation runs.
 *
 * <p>An operation is described by its name ({@link dev.gyre.engine.plan.Operation}) and its sizes ({@link dev.gyre.engine.plan.Workload}).
 * A {@link dev.gyre.engine.plan.Placement} gives it a {@link dev.gyre.engine.plan.Context}: device, threads, memory limit, and the programs
 * that are kept between calls. The {@link dev.gyre.engine.plan.Planner} is the placement that chooses, by the {@link
 * dev.gyre.engine.plan.CostModel}; a context is the placement that always gives itself. An operation borrows a program from its context as
 * a {@link dev.gyre.engine.plan.Lease}, and closes the lease to give it back.
 */
package dev.gyre.engine.plan;
