/** The devices of a planner, and the calls that several of them do together. */
package dev.gyre.engine.team;
