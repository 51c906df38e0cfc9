package org.flashgrove.access.join;

import java.util.List;
import org.flashgrove.access.structure.TreeJoin;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.indexes.query.CurveBlocks;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.indexes.query.OrderedEntries;
import org.flashgrove.indexes.query.PartJoin;
import org.flashgrove.indexes.query.SpatialJoin;
import org.flashgrove.indexes.query.SweepSide;

/**
 * Runs a join by predicate or distance: splits the work into units and processes them by a plan.
 *
 * @param keeps whether pairs are stored; otherwise they are only counted
 */
record PairRun(
    JoinQuery.Parts parts, JoinPlan.Option plan, JoinSides sides, JoinMeter meter, boolean keeps) {
  /** Maximum number of outer entries in a unit of work of a plan with probes. */
  private static final int MOST_PROBES = 256;

  /** Minimum number of units of work, even for a small side, so that all threads are busy. */
  private static final int LEAST_PARTS = 256;

  /** Number of entries of both sides in a unit of work of a traversal. */
  private static final int ENTRIES_OF_A_PART = 4096;

  private static final int MOST_PARTS = 1 << 17;

  JoinCursor start() {
    if (plan.kind() == JoinPlan.Kind.TRAVERSAL) {
      return byNodes();
    }
    JoinCursor ofSelf =
        isOfFewInMemory() ? SelfRun.startIfFits(this, JoinChoice.keptBytes()) : null;
    if (ofSelf != null) {
      return ofSelf;
    }
    return plan.kind() == JoinPlan.Kind.MEMORY_TREE
        ? new ScanRun(this, JoinChoice.keptBytes()).start()
        : byBlocks();
  }

  /** Returns whether this is a join of a table with itself that may decode all objects at once. */
  private boolean isOfFewInMemory() {
    return (plan.kind() == JoinPlan.Kind.TILES || plan.kind() == JoinPlan.Kind.MEMORY_TREE)
        && plan.outerEntries() < EntryBlock.ORDERED
        && plan.outerEntries() <= parts.limit()
        && matcher(0).mirrors();
  }

  private boolean isOfTiles() {
    return plan.kind() == JoinPlan.Kind.TILES
        || plan.kind() == JoinPlan.Kind.TEMPORARY_INDEX && !parts.isOrdered();
  }

  PairMatcher matcher(int thread) {
    return new PairMatcher(
        parts,
        meter,
        sides.side(thread, plan.outerIsLeft()),
        sides.side(thread, !plan.outerIsLeft()),
        plan.outerIsLeft());
  }

  private JoinCursor byBlocks() {
    JoinSide outer = sides.handedOut(plan.outerIsLeft());
    if (parts.isOrdered()) {
      OrderedEntries entries = new OrderedEntries(outer.joined(meter), MOST_PROBES);
      return cursor(blockParts(entries::next), sides::close);
    }
    long room =
        isOfTiles()
            ? JoinChoice.entriesOfATile(plan.outerEntries())
            : Math.max(1, Math.min(MOST_PROBES, plan.outerEntries() / LEAST_PARTS));
    CurveBlocks blocks = new CurveBlocks(outer.joined(meter), (int) room);
    return cursor(
        blockParts(blocks::next), () -> JoinSides.closeAll(List.of(blocks::close, sides::close)));
  }

  JoinCursor cursor(ParallelParts<?, FoundPairs> work, Runnable release) {
    return new JoinCursor(work, parts.limit(), meter, release);
  }

  private ParallelParts<EntryBlock.Part, FoundPairs> blockParts(
      ParallelParts.Source<EntryBlock.Part> source) {
    List<PairMatcher> matchers = JoinSource.list(sides.threads(), this::matcher);
    return new ParallelParts<>(
        sides.threads(), source, (thread, part) -> block(matchers.get(thread), part));
  }

  private ParallelParts.Outcome<EntryBlock.Part, FoundPairs> block(
      PairMatcher matcher, EntryBlock.Part part) {
    return inPieces(
        part,
        (piece, found) ->
            matcher.match(
                piece,
                isOfTiles()
                    ? new Tile(matcher, piece.block())
                    : new Probes(matcher, piece.block(), piece.count() > 1),
                found));
  }

  @FunctionalInterface
  interface Matching {
    /** Adds the pairs of a unit of work to {@code found}. May stop when {@code found} is full. */
    void match(EntryBlock.Part part, FoundPairs found);
  }

  /**
   * Processes a unit of work. If its result is too large, starts over with the first half of the
   * entries and leaves the rest for later.
   */
  ParallelParts.Outcome<EntryBlock.Part, FoundPairs> inPieces(
      EntryBlock.Part part, Matching matching) {
    EntryBlock.Part piece = part;
    while (true) {
      meter.check();
      FoundPairs found = new FoundPairs(keeps, false);
      matching.match(piece, found);
      if (!found.isFull() || piece.count() == 1) {
        if (parts.isOrdered()) {
          found.sort();
        }
        return new ParallelParts.Outcome<>(found, part.behind(piece));
      }
      piece = piece.half();
    }
  }

  /** Searches the inner index once for each outer entry. */
  private record Probes(PairMatcher matcher, EntryBlock block, boolean mayEnd)
      implements PairMatcher.Search {
    @Override
    public void run(int[] outers, int count) {
      for (int at = 0; at < count; at++) {
        int i = outers[at];
        boolean[] goesOn = {true};
        matcher.meter().check();
        matcher
            .inner()
            .entries()
            .scan(
                EntryQuery.matching(
                        matcher.filter(),
                        block.minX(i),
                        block.minY(i),
                        block.maxX(i),
                        block.maxY(i))
                    .cancelWhen(matcher.meter().ends()),
                (id, minX, minY, maxX, maxY, none) -> {
                  goesOn[0] = matcher.candidate(i, id, minX, minY, maxX, maxY) || !mayEnd;
                  return VisitResult.continueIf(goesOn[0]);
                });
        if (!goesOn[0]) {
          return;
        }
      }
    }
  }

  /**
   * Searches the inner index once for all outer entries. It collects candidates before it compares
   * them, so that the JIT compiler compiles the sweep apart from the comparison.
   */
  private static final class Tile implements PairMatcher.Search {
    private static final int MOST = 1 << 10;
    private static final int CORNERS = 4;

    private final PairMatcher matcher;
    private final EntryBlock block;
    private final int[] outers = new int[MOST];
    private final long[] innerIds = new long[MOST];
    private final double[] corners = new double[CORNERS * MOST];
    private int count;

    Tile(PairMatcher matcher, EntryBlock block) {
      this.matcher = matcher;
      this.block = block;
    }

    @Override
    public void run(int[] searched, int number) {
      boolean mayEnd = number > 1;
      PartJoin join =
          new PartJoin(
                  matcher.inner().entries(),
                  matcher.filter(),
                  true,
                  (one, i, other, j) ->
                      VisitResult.continueIf(collect((int) one.id(i), other, j, mayEnd)))
              .cancelWhen(matcher.meter().ends());
      for (int at = 0; at < number; at++) {
        int i = searched[at];
        join.visit(i, block.minX(i), block.minY(i), block.maxX(i), block.maxY(i));
      }
      if (join.endPart()) {
        compare(mayEnd);
      }
    }

    /** Adds a candidate. Returns whether to continue. */
    private boolean collect(int outer, SweepSide inner, int index, boolean mayEnd) {
      int at = CORNERS * count;
      outers[count] = outer;
      innerIds[count] = inner.id(index);
      corners[at] = inner.minX(index);
      corners[at + 1] = inner.minY(index);
      corners[at + 2] = inner.maxX(index);
      corners[at + 3] = inner.maxY(index);
      return ++count < MOST || compare(mayEnd);
    }

    /** Compares the collected candidates. Returns whether to continue. */
    private boolean compare(boolean mayEnd) {
      boolean goesOn = true;
      for (int k = 0; k < count && goesOn; k++) {
        int at = CORNERS * k;
        goesOn =
            matcher.candidate(
                    outers[k],
                    innerIds[k],
                    corners[at],
                    corners[at + 1],
                    corners[at + 2],
                    corners[at + 3])
                || !mayEnd;
      }
      count = 0;
      return goesOn;
    }
  }

  /** A unit of work: a range in the list of pairs of nodes, one node from each tree. */
  private record NodeRange(int from, int to) {}

  private JoinCursor byNodes() {
    RectangleTest filter =
        areRectangles() ? parts.test().ofRectangles(true) : parts.test().candidates(true);
    List<TreeJoin> joins =
        JoinSource.list(
            sides.threads(),
            i -> {
              TreeJoin join = sides.left(i).entries().treeJoin(sides.right(i).entries(), filter);
              if (join == null) {
                throw new IllegalStateException("traversal of indexes that are not trees");
              }
              return join;
            });
    List<NodeMatcher> matchers =
        JoinSource.list(
            sides.threads(), i -> new NodeMatcher(matcher(i), plan.outerIsLeft(), areRectangles()));
    if (matchers.get(0).mirrors()) {
      joins.forEach(TreeJoin::findOnce);
    }
    long entries = plan.outerEntries() + plan.innerEntries();
    int least = (int) Math.max(1, Math.min(MOST_PARTS, entries / ENTRIES_OF_A_PART));
    SpatialJoin.NodePairs pairs = joins.get(0).split(least);
    int step = Math.max(1, pairs.count() / least);
    int[] next = {0};
    ParallelParts<NodeRange, FoundPairs> work =
        new ParallelParts<>(
            sides.threads(),
            () -> {
              int from = next[0];
              next[0] = Math.min(pairs.count(), from + step);
              return from == pairs.count() ? null : new NodeRange(from, next[0]);
            },
            (thread, range) -> nodes(joins.get(thread), matchers.get(thread), pairs, range));
    return cursor(work, sides::close);
  }

  private boolean areRectangles() {
    return parts.test().byBounds() || parts.left().areIndices(parts.right());
  }

  private ParallelParts.Outcome<NodeRange, FoundPairs> nodes(
      TreeJoin join, NodeMatcher matcher, SpatialJoin.NodePairs pairs, NodeRange range) {
    int to = range.to;
    while (true) {
      FoundPairs found = new FoundPairs(keeps, false);
      boolean mayEnd = to - range.from > 1;
      matcher.begin(found, mayEnd);
      join.visit(pairs, range.from, to, matcher);
      matcher.end();
      if (!found.isFull() || !mayEnd) {
        NodeRange rest = to == range.to ? null : new NodeRange(to, range.to);
        return new ParallelParts.Outcome<>(found, rest);
      }
      to = range.from + (to - range.from) / 2;
    }
  }
}
