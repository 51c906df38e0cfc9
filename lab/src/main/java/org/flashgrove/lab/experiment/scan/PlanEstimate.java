package org.flashgrove.lab.experiment.scan;

/**
 * Estimated cost of a plan for one user.
 *
 * @param plan the plan
 * @param tablePages number of record page reads
 * @param indexPages number of leaf reads
 * @param pagesWritten number of pages written to temporary space, each of which is read once
 * @param nanos time in nanoseconds
 */
record PlanEstimate(
    AccessPlan plan, double tablePages, double indexPages, double pagesWritten, double nanos) {}
