package org.flashgrove.access.join;

import java.util.List;
import org.flashgrove.indexes.query.CurveBlocks;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.indexes.query.NearestIds;
import org.flashgrove.indexes.query.OrderedEntries;
import org.jspecify.annotations.Nullable;

/**
 * Runs a join by nearness.
 *
 * @param keeps whether pairs are stored; otherwise they are only counted
 */
record NeighbourRun(
    JoinQuery.Parts parts, JoinPlan.Option plan, JoinSides sides, JoinMeter meter, boolean keeps) {
  /** Number of left entries in a unit of work. */
  private static final int ENTRIES_OF_A_PART = 128;

  JoinCursor start() {
    JoinSide left = sides.handedOut(true);
    boolean isTree = plan.kind() == JoinPlan.Kind.MEMORY_TREE;
    @Nullable KeptOperands kept = isTree ? new KeptOperands(sides.handedOut(false), meter) : null;
    List<NeighbourMatcher> matchers =
        JoinSource.list(
            sides.threads(),
            i ->
                new NeighbourMatcher(
                    meter,
                    sides.left(i),
                    sides.right(i),
                    new NearestIds(parts.mostNeighbours(), parts.farthest()),
                    parts.test().byBounds(),
                    kept));
    if (parts.isOrdered()) {
      OrderedEntries entries = new OrderedEntries(left.joined(meter), ENTRIES_OF_A_PART);
      return cursor(work(matchers, entries::next), sides::close);
    }
    CurveBlocks blocks = new CurveBlocks(left.joined(meter), ENTRIES_OF_A_PART);
    return cursor(
        work(matchers, blocks::next),
        () -> JoinSides.closeAll(List.of(blocks::close, sides::close)));
  }

  private JoinCursor cursor(ParallelParts<?, FoundPairs> work, Runnable release) {
    return new JoinCursor(work, parts.limit(), meter, release);
  }

  private ParallelParts<EntryBlock.Part, FoundPairs> work(
      List<NeighbourMatcher> matchers, ParallelParts.Source<EntryBlock.Part> source) {
    return new ParallelParts<>(
        sides.threads(),
        source,
        (thread, part) -> {
          FoundPairs found = new FoundPairs(keeps, true);
          EntryBlock.Part done = matchers.get(thread).match(part, found);
          return new ParallelParts.Outcome<>(found, part.behind(done));
        });
  }
}
