/**
 * The self-join of Gowanlock, "Hybrid KNN-Join" (2021), for research: the work queue of its figures 4 and 5, the threads of a point of
 * figure 6, and the parameters whose effect its tables 7 and 8 and figures 11 and 13 measure. Calls with
 * {@link dev.gyre.engine.data.JoinMethod#HYBRID_GRID} find it as a service.
 */
package dev.gyre.engine.methods.hybrid;
