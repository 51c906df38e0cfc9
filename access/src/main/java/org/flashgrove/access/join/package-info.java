/**
 * Joins of tables and stores. Begin with {@link org.flashgrove.access.join.JoinQuery}, which says
 * which pairs to find, and how many.
 *
 * <p>A {@code JoinPlan} chooses one of three ways to find candidates by rectangles. A {@code
 * PairMatcher} then decides about the candidates of one part of the work by their geometries.
 * {@code ParallelParts} spreads the parts over threads.
 */
@NullMarked
package org.flashgrove.access.join;

import org.jspecify.annotations.NullMarked;
