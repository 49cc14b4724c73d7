/** Answers from neighbors: components of slots, spanning trees and clusters. */
package dev.gyre.engine.cluster;
