package org.flashgrove.lab.experiment.scan;

/**
 * Estimated cost of a plan for one user.
 *
 * @param plan the plan
 * @param nanos time in nanoseconds
 */
record PlanEstimate(AccessPlan plan, double nanos) {}
