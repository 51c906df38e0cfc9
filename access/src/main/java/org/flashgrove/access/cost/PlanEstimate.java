package org.flashgrove.access.cost;

/**
 * What a plan is expected to cost one of the users.
 *
 * @param plan the plan
 * @param tablePages reads of pages of records
 * @param indexPages reads of leaves of the index
 * @param pagesWritten pages written to temporary space; as many are read
 * @param nanos time
 */
public record PlanEstimate(
    AccessPlan plan, double tablePages, double indexPages, double pagesWritten, double nanos) {}
