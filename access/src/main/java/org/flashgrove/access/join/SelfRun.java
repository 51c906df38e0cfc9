package org.flashgrove.access.join;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.order.RadixSort;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.indexes.query.StripSweep;
import org.jspecify.annotations.Nullable;

/**
 * Runs a join of a table with itself whose objects fit in memory together. First the threads decode
 * all objects in the order of their pages. Then they divide the plane into horizontal strips, with
 * about the same number of objects in each. A sweep over a strip and the objects that reach into it
 * from below finds each pair of objects once.
 */
final class SelfRun {
  /** Maximum number of objects that a thread decodes at a time. */
  private static final int DECODED = 1 << 10;

  /** Memory of an entry in shared arrays, and of an object that is a point, in bytes. */
  static final int ENTRY_BYTES = 192;

  /** Least number of parts of each kind of work, so that all threads are busy. */
  private static final int LEAST_PARTS = 16;

  /** Memory of an entry in the sweep of a thread, in bytes. */
  static final int SWEEP_BYTES = Integer.BYTES + 4 * Double.BYTES;

  /** Number of objects in a strip, in multiples of the square root of the number of objects. */
  private static final int ROOTS_OF_A_STRIP = 8;

  private final PairRun run;
  private final EntryBlock entries;
  private final Operand[] operands;
  private final int stripEntries;
  private final StripSweep sweep;
  private final int mostSwept;

  /**
   * Creates a run.
   *
   * @param entries the entries of the table in ascending order of minY
   */
  private SelfRun(PairRun run, EntryBlock entries) {
    this.run = run;
    this.entries = entries;
    int count = entries.count();
    operands = new Operand[count];
    stripEntries = Math.min(ROOTS_OF_A_STRIP * (int) Math.sqrt(count), count / LEAST_PARTS) + 1;
    RectangleTest filter = run.matcher(0).filter();
    sweep = entries.sweep(filter instanceof WithinDistance near ? near.distance() : 0);
    mostSwept = sweep.most(stripEntries);
  }

  /**
   * Starts a join.
   *
   * @param run a join of a table with itself that mirrors pairs
   * @param bytes maximum memory for entries and decoded objects
   * @return null if the objects need more memory
   */
  static @Nullable JoinCursor startIfFits(PairRun run, long bytes) {
    EntryBlock all = EntryBlock.all(run.sides().handedOut(true).joined(run.meter()));
    SelfRun self = new SelfRun(run, all.byMinY());
    return self.decode(bytes) ? self.start() : null;
  }

  /** Decodes all objects. Returns false if they need too much memory. */
  private boolean decode(long bytes) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(operands.length); // bits of an index
    long[] order = new long[operands.length]; // the RID and the index of each entry
    int count = takePoints(order, bits);
    if (count < 0) {
      return false;
    }
    RadixSort.sort(order, count);
    long[] rids = new long[count];
    for (int i = 0; i < count; i++) {
      rids[i] = order[i] >>> bits;
    }
    long swept = (long) SWEEP_BYTES * mostSwept * run.sides().threads();
    AtomicLong room = new AtomicLong(bytes - ENTRY_BYTES * (long) operands.length - swept);
    try (ParallelParts<EntryBlock.Part, Boolean> work =
        new ParallelParts<>(
            run.sides().threads(),
            entries.parts(count, Math.min(DECODED, count / LEAST_PARTS + 1))::get,
            (thread, part) -> {
              run.meter().check();
              if (room.get() >= 0) {
                decode(run.sides().left(thread), part, rids, order, bits, room);
              }
              return ParallelParts.Outcome.whole(true);
            })) {
      while (work.next() != null) {
        run.meter().check();
      }
    }
    return room.get() >= 0;
  }

  /**
   * Creates the objects of entries whose rectangles are points, and collects the other entries.
   * Returns their number, or -1 if a RID is too large.
   */
  private int takePoints(long[] order, int bits) {
    int count = 0;
    for (int i = 0; i < operands.length; i++) {
      if (entries.isPoint(i)) {
        operands[i] = Operand.ofPoint(entries.minX(i), entries.minY(i));
      } else {
        long rid = entries.id(i);
        if (rid >>> Long.SIZE - 1 - bits != 0) {
          return -1;
        }
        order[count++] = rid << bits | i;
      }
    }
    return count;
  }

  /** Decodes a range of records, and keeps their objects as long as {@code room} remains. */
  private void decode(
      JoinSide side, EntryBlock.Part part, long[] rids, long[] order, int bits, AtomicLong room) {
    PairMatcher.records(side)
        .read(
            rids,
            part.from(),
            part.to(),
            (at, object, wkbBytes) -> {
              if (room.addAndGet(-object.bytes(run.parts().test(), wkbBytes)) >= 0) {
                operands[(int) (order[at] & (1L << bits) - 1)] = object;
              }
            });
  }

  private JoinCursor start() {
    List<Strip> strips =
        JoinSource.list(
            run.sides().threads(), thread -> new Strip(run.matcher(thread), sweep.fork(mostSwept)));
    return run.cursor(
        new ParallelParts<>(
            run.sides().threads(),
            entries.parts(entries.count(), stripEntries)::get,
            (thread, part) -> run.inPieces(part, strips.get(thread))),
        run.sides()::close);
  }

  /** Finds the pairs of one strip after another. For one thread. */
  private final class Strip implements PairRun.Matching {
    /**
     * Maximum number of candidates that are collected before they are compared, so that the JIT
     * compiler compiles the sweep apart from the comparison.
     */
    private static final int MOST = 1 << 10;

    private final PairMatcher matcher;
    private final StripSweep sweep;
    private final int[] ones = new int[MOST];
    private final int[] others = new int[MOST];

    Strip(PairMatcher matcher, StripSweep sweep) {
      this.matcher = matcher;
      this.sweep = sweep;
    }

    @Override
    public void match(EntryBlock.Part strip, FoundPairs found) {
      matcher.begin(found);
      compareSelves(strip.from(), strip.to());
      sweep.start(strip.from(), strip.to(), entries.minY(strip.from()));
      int count = sweep.next(ones, others);
      while (count > 0 && (strip.count() == 1 || !matcher.isFull())) {
        compareFirst(count);
        matcher.addCandidates(count);
        count = sweep.next(ones, others);
      }
    }

    private void compareSelves(int from, int to) {
      for (int i = from; i < to; i++) {
        matcher.decideSelf(entries.id(i), operands[i]);
      }
    }

    /** Compares the first collected candidates. */
    private void compareFirst(int count) {
      for (int k = 0; k < count; k++) {
        int i = ones[k];
        int j = others[k];
        if (matcher.mayMatch(entries, i, j)) {
          matcher.decide(entries.id(i), operands[i], entries.id(j), operands[j]);
        }
      }
    }
  }
}
