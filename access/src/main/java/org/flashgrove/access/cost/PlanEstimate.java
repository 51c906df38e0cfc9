package org.flashgrove.access.cost;

import org.jspecify.annotations.Nullable;

/**
 * Estimated cost of a plan for one user.
 *
 * @param plan the plan
 * @param index name of the index that it uses, or null
 * @param tablePages reads of pages of records
 * @param indexPages reads of leaves of the index
 * @param pagesWritten pages written to temporary space; as many are read
 * @param nanos time
 */
public record PlanEstimate(
    AccessPlan plan,
    @Nullable String index,
    double tablePages,
    double indexPages,
    double pagesWritten,
    double nanos) {
  /** Returns a copy by an index of a name. */
  PlanEstimate by(String name) {
    return new PlanEstimate(plan, name, tablePages, indexPages, pagesWritten, nanos);
  }
}
