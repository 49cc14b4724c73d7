/**
 * Decides where and how a call runs.
 *
 * <p>A {@link dev.gyre.engine.plan.Placement} gives an operation the {@link dev.gyre.engine.pool.Context} of a device. The {@link
 * dev.gyre.engine.plan.Planner} is the placement that chooses, by the {@link dev.gyre.engine.cost.CostModel} and by what earlier calls took
 * ({@link dev.gyre.engine.plan.Experience}).
 */
package dev.gyre.engine.plan;
