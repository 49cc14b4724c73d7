/**
 * What calls cost: an {@linkplain dev.gyre.engine.cost.Operation operation} of some {@linkplain dev.gyre.engine.cost.Workload size} takes the
 * seconds that the {@linkplain dev.gyre.engine.cost.Rates rates} of a device say, measured here or on other machines.
 */
package dev.gyre.engine.cost;
