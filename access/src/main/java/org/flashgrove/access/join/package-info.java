/**
 * Joins of tables and stores. Begin with {@link org.flashgrove.access.join.JoinQuery}, which states
 * the condition of the wanted pairs and runs the join.
 *
 * <p>A {@code JoinPlan} names the way in which the join finds candidates by their rectangles. A
 * {@code PairMatcher} or a {@code NeighbourMatcher} then compares the geometries of the candidates.
 * {@code ParallelParts} distributes the work over threads.
 */
@NullMarked
package org.flashgrove.access.join;

import org.jspecify.annotations.NullMarked;
