package org.flashgrove.lab.experiment.scan;

/**
 * Estimated cost of a plan for one user.
 *
 * @param plan the plan
 * @param tablePages reads of pages of records
 * @param indexPages reads of leaves of the index
 * @param pagesWritten pages written to temporary space; as many are read
 * @param nanos time
 */
record PlanEstimate(
    AccessPlan plan, double tablePages, double indexPages, double pagesWritten, double nanos) {}
