/** The implicit tree that kd-trees and R-trees have in common: its layout, its arrays, and the searches of its kernels. */
package dev.gyre.engine.tree;
