package org.flashgrove.access.join;

import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.indexes.query.EntryPairs;
import org.flashgrove.indexes.query.SweepSide;

/**
 * Collects the candidates of a traversal of two trees, and compares several thousand of them at a
 * time. A traversal compares an entry with several nodes of the other tree. Collecting candidates
 * avoids reading the record of the entry once for each of these nodes. For one thread.
 */
final class NodeMatcher implements EntryPairs {
  private static final int MOST = 1 << 13;
  private static final int CORNERS = 4;

  private final PairMatcher matcher;
  private final boolean outerIsLeft;
  private final boolean areRectangles;
  private final long[] outerIds;
  private final long[] innerIds;
  private final double[] outerCorners;
  private final double[] innerCorners;

  /** The index of each candidate's outer entry in the block of distinct outer entries. */
  private final int[] places;

  private int count;
  private FoundPairs found = new FoundPairs(false, false);
  private boolean mayEnd;

  NodeMatcher(PairMatcher matcher, boolean outerIsLeft, boolean areRectangles) {
    this.matcher = matcher;
    this.outerIsLeft = outerIsLeft;
    this.areRectangles = areRectangles;
    int room = areRectangles ? 0 : MOST;
    outerIds = new long[room];
    innerIds = new long[room];
    outerCorners = new double[CORNERS * room];
    innerCorners = new double[CORNERS * room];
    places = new int[room];
  }

  /** Returns whether the matcher needs only one of the pairs (a, b) and (b, a). */
  boolean mirrors() {
    return matcher.mirrors();
  }

  /**
   * Begins a unit of work.
   *
   * @param into receives the pairs
   * @param endsWhenFull whether to stop when {@code into} is full
   */
  void begin(FoundPairs into, boolean endsWhenFull) {
    found = into;
    mayEnd = endsWhenFull;
    count = 0;
  }

  @Override
  public VisitResult found(SweepSide left, int i, SweepSide right, int j) {
    boolean isSwapped = matcher.mirrors() ? left.id(i) > right.id(j) : !outerIsLeft;
    SweepSide outer = isSwapped ? right : left;
    SweepSide inner = isSwapped ? left : right;
    int outerIndex = isSwapped ? j : i;
    int innerIndex = isSwapped ? i : j;
    long outerId = outer.id(outerIndex);
    long innerId = inner.id(innerIndex);
    if (!matcher.admits(outerId, innerId)) {
      return VisitResult.CONTINUE;
    }
    if (areRectangles) {
      found.add(left.id(i), right.id(j), 0);
      matcher.meter().checkSome(found.count());
    } else {
      outerIds[count] = outerId;
      innerIds[count] = innerId;
      copy(outer, outerIndex, outerCorners);
      copy(inner, innerIndex, innerCorners);
      if (++count == MOST) {
        end();
      }
    }
    return VisitResult.continueIf(!mayEnd || !found.isFull());
  }

  private void copy(SweepSide side, int index, double[] corners) {
    int at = CORNERS * count;
    corners[at] = side.minX(index);
    corners[at + 1] = side.minY(index);
    corners[at + 2] = side.maxX(index);
    corners[at + 3] = side.maxY(index);
  }

  /** Compares the candidates that were collected but not compared yet. */
  void end() {
    matcher.meter().check();
    if (count == 0) {
      return;
    }
    EntryBlock block = distinct();
    int candidates = count;
    count = 0;
    matcher.match(
        EntryBlock.Part.of(block),
        (outers, number) -> {
          for (int k = 0; k < candidates; k++) {
            int at = CORNERS * k;
            if (matcher.isReady(places[k])) {
              matcher.candidate(
                  places[k],
                  innerIds[k],
                  innerCorners[at],
                  innerCorners[at + 1],
                  innerCorners[at + 2],
                  innerCorners[at + 3]);
            }
          }
        },
        found);
  }

  /**
   * Returns a block of the distinct outer entries of the candidates. Sets {@link #places} to the
   * index in this block for each candidate.
   */
  private EntryBlock distinct() {
    // from an id to the index of its last entry in the block
    LongIntMap known = new LongIntMap(count);
    EntryBlock block = new EntryBlock(64);
    for (int k = 0; k < count; k++) {
      int at = CORNERS * k;
      int place = known.get(outerIds[k]);
      boolean isSame =
          place != LongIntMap.ABSENT
              && block.minX(place) == outerCorners[at]
              && block.minY(place) == outerCorners[at + 1]
              && block.maxX(place) == outerCorners[at + 2]
              && block.maxY(place) == outerCorners[at + 3];
      if (!isSame) {
        place = block.count();
        known.put(outerIds[k], place);
        block.add(
            outerIds[k],
            outerCorners[at],
            outerCorners[at + 1],
            outerCorners[at + 2],
            outerCorners[at + 3]);
      }
      places[k] = place;
    }
    return block;
  }
}
