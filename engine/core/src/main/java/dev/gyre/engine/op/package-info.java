/**
 * The operations of an {@link dev.gyre.engine.Engine}: sorting, partitioning and selection of arrays; kd-trees, R-trees and grids; joins;
 * and an index of points that chooses the fastest search for each call.
 */
package dev.gyre.engine.op;
