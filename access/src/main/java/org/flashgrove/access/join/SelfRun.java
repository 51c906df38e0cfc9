package org.flashgrove.access.join;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjIntConsumer;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.order.NumberOrder;
import org.flashgrove.core.order.RadixSort;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.indexes.query.StripSweep;
import org.jspecify.annotations.Nullable;

/**
 * Runs a join of a table with itself whose objects fit in memory together. The plane is divided
 * into horizontal strips, with about the same number of objects in each. A sweep over a strip and
 * the objects that reach into it from below finds each candidate once.
 *
 * <p>First the threads sweep over all strips to find the objects that have candidates. Then they
 * read all objects in the order of their pages and decode those. Of most other objects they only
 * check whether they satisfy the condition with themselves. Finally they compare the candidates.
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
  private final boolean isReflexive;

  /** The objects of the entries, or null for objects that are not needed. */
  private final @Nullable Operand[] operands;

  /** For each entry, whether its object has a candidate. */
  private final boolean[] isNeeded;

  /** For each entry, whether its object is known to satisfy the condition with itself. */
  private final boolean[] matchesItself;

  private final int stripEntries;
  private final StripSweep sweep;

  /** The candidates of each strip, pair by pair, or null for a strip with many. */
  private final int[] @Nullable [] candidates;

  /**
   * Creates a run.
   *
   * @param entries the entries of the table in ascending order of minY
   * @param stripEntries number of entries in each strip but the last
   * @param sweep a sweep over these strips
   */
  private SelfRun(PairRun run, EntryBlock entries, int stripEntries, StripSweep sweep) {
    this.run = run;
    this.entries = entries;
    this.stripEntries = stripEntries;
    this.sweep = sweep;
    int count = entries.count();
    isReflexive = run.parts().test().isReflexive();
    operands = new Operand[count];
    isNeeded = new boolean[count];
    matchesItself = new boolean[count];
    candidates = new int[count / stripEntries + 1][];
  }

  /**
   * Starts a join.
   *
   * @param run a join of a table with itself that mirrors pairs
   * @param bytes maximum memory for entries and decoded objects
   * @return null if the objects need more memory
   */
  static @Nullable JoinCursor startIfFits(PairRun run, long bytes) {
    EntryBlock all = EntryBlock.all(run.sides().handedOut(true).joined(run.meter())).byMinY();
    int count = all.count();
    int size = Math.min(ROOTS_OF_A_STRIP * (int) Math.sqrt(count), count / LEAST_PARTS) + 1;
    double reach = run.matcher(0).filter() instanceof WithinDistance near ? near.distance() : 0;
    long room = bytes - ENTRY_BYTES * (long) count;
    StripSweep sweep = all.sweep(size, reach, room / Integer.BYTES);
    return sweep == null ? null : new SelfRun(run, all, size, sweep).start(bytes);
  }

  private @Nullable JoinCursor start(long bytes) {
    int threads = run.sides().threads();
    long swept = (long) SWEEP_BYTES * sweep.most() * threads + Integer.BYTES * sweep.total();
    AtomicLong room = new AtomicLong(bytes - ENTRY_BYTES * (long) operands.length - swept);
    if (room.get() < 0) {
      return null;
    }
    List<Strip> strips = JoinSource.list(threads, i -> new Strip(run.matcher(i), sweep.fork()));
    if (isReflexive) {
      forAll(operands.length, stripEntries, (part, thread) -> strips.get(thread).search(part));
    } else {
      Arrays.fill(isNeeded, true);
    }
    return decode(room)
        ? run.cursor(
            new ParallelParts<>(
                threads,
                entries.parts(operands.length, stripEntries)::get,
                (thread, part) -> run.inPieces(part, strips.get(thread))),
            run.sides()::close)
        : null;
  }

  /** Runs a task on ranges of the numbers from 0 to {@code count}, on all threads. */
  private void forAll(int count, int size, ObjIntConsumer<EntryBlock.Part> task) {
    try (ParallelParts<EntryBlock.Part, Boolean> work =
        new ParallelParts<>(
            run.sides().threads(),
            entries.parts(count, size)::get,
            (thread, part) -> {
              run.meter().check();
              task.accept(part, thread);
              return ParallelParts.Outcome.whole(true);
            })) {
      while (work.next() != null) {
        run.meter().check();
      }
    }
  }

  /** Decodes the objects that are needed. Returns false if they need more memory than there is. */
  private boolean decode(AtomicLong room) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(operands.length); // bits of an index
    long[] order = new long[operands.length]; // the RID and the index of each entry
    int count = takePoints(order, bits);
    if (count < 0) {
      return false;
    }
    RadixSort.sort(order, count);
    long[] rids = new long[count];
    int[] indices = new int[count];
    for (int i = 0; i < count; i += NumberOrder.STEP) {
      split(order, bits, i, Math.min(i + NumberOrder.STEP, count), rids, indices);
    }
    Decoder decoder = new Decoder(indices, room);
    forAll(
        count,
        Math.min(DECODED, count / LEAST_PARTS + 1),
        (part, thread) -> {
          if (room.get() >= 0) {
            PairMatcher.records(run.sides().left(thread))
                .read(rids, part.from(), part.to(), decoder);
          }
        });
    return room.get() >= 0;
  }

  private static void split(long[] order, int bits, int from, int to, long[] rids, int[] indices) {
    for (int i = from; i < to; i++) {
      rids[i] = order[i] >>> bits;
      indices[i] = (int) (order[i] & (1L << bits) - 1);
    }
  }

  /**
   * Creates the objects of entries whose rectangles are points, and collects the other entries.
   * Returns their number, or -1 if a RID is too large.
   */
  private int takePoints(long[] order, int bits) {
    int count = 0;
    for (int i = 0; i < operands.length && count >= 0; i += NumberOrder.STEP) {
      count = takePoints(order, bits, count, i, Math.min(i + NumberOrder.STEP, operands.length));
    }
    return count;
  }

  private int takePoints(long[] order, int bits, int had, int from, int to) {
    int count = had;
    for (int i = from; i < to; i++) {
      if (entries.isPoint(i)) {
        operands[i] = Operand.ofPoint(entries.minX(i), entries.minY(i));
        matchesItself[i] = isReflexive;
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

  /** Keeps the objects of records as long as memory remains. Several threads may call it. */
  private final class Decoder implements RecordFetch.Receiver {
    private final int[] indices;
    private final AtomicLong room;

    /**
     * Creates a receiver.
     *
     * @param indices the index of the entry of each record
     */
    Decoder(int[] indices, AtomicLong room) {
      this.indices = indices;
      this.room = room;
    }

    @Override
    public boolean needs(int at) {
      return isNeeded[indices[at]];
    }

    @Override
    public void passFinite(int at) {
      matchesItself[indices[at]] = true;
    }

    @Override
    public void take(int at, Operand object, int wkbBytes) {
      int i = indices[at];
      matchesItself[i] = isReflexive && object.isFinite();
      boolean isKept = isNeeded[i] || !matchesItself[i];
      if (isKept && room.addAndGet(-object.bytes(run.parts().test(), wkbBytes)) >= 0) {
        operands[i] = object;
      }
    }
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

    /** Marks the objects of a strip that have candidates, and keeps few candidates. */
    void search(EntryBlock.Part strip) {
      candidates[strip.from() / stripEntries] = sweep.fewPairs(strip.from(), strip.to(), isNeeded);
    }

    @Override
    public void match(EntryBlock.Part strip, FoundPairs found) {
      matcher.begin(found);
      compareSelves(strip.from(), strip.to());
      int[] known = candidates[strip.from() / stripEntries];
      if (known != null) { // the strip is whole, because so few pairs need no pieces
        for (int k = 0; k < known.length; k += 2) {
          run.meter().checkSome(k);
          compareNear(known[k], known[k + 1]);
        }
        matcher.addCandidates(known.length / 2);
        return;
      }
      sweep.start(strip.from(), strip.to());
      int count = sweep.next(ones, others);
      while (count > 0 && (strip.count() == 1 || !matcher.isFull())) {
        compareFirst(count);
        matcher.addCandidates(count);
        count = sweep.next(ones, others);
      }
    }

    private void compareSelves(int from, int to) {
      for (int i = from; i < to; i++) {
        if (matchesItself[i]) {
          matcher.add(entries.id(i), entries.id(i));
        } else {
          compare(i, i);
        }
      }
    }

    private void compareFirst(int count) {
      for (int k = 0; k < count; k++) {
        compareNear(ones[k], others[k]);
      }
    }

    private void compareNear(int i, int j) {
      if (matcher.mayMatch(entries, i, j)) {
        compare(i, j);
      }
    }

    private void compare(int i, int j) {
      Operand one = operands[i];
      Operand other = operands[j];
      if (one == null || other == null) {
        throw new IllegalStateException("entry " + entries.id(i) + " has no object");
      }
      matcher.decide(entries.id(i), one, entries.id(j), other);
    }
  }
}
