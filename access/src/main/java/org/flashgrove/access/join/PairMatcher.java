package org.flashgrove.access.join;

import java.util.Arrays;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.order.RadixSort;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.core.pair.PairQuestion;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.core.shape.HeapBounds;
import org.flashgrove.indexes.query.EntryBlock;
import org.jspecify.annotations.Nullable;

/**
 * Compares the candidates of one unit of work. A candidate is a pair of an outer entry of the unit
 * and an inner entry whose rectangles satisfy the condition of the join.
 *
 * <p>First the matcher reads and decodes outer objects in page order, as many as its memory allows.
 * These objects stay decoded while the inner index is searched. A candidate is decided at once if
 * its inner object is a point, or if the inner rectangle suffices. The other candidates wait until
 * the records of their inner objects are read together in page order. Each of these records is read
 * once.
 *
 * <p>A join of a table with itself finds each pair of objects twice. If the condition is symmetric,
 * the matcher compares them once, with the smaller id first, and adds both pairs. For one thread.
 */
final class PairMatcher {
  /**
   * Maximum total length of the WKB of outer objects that are decoded together, in bytes. With
   * their tests, the objects need up to {@link HeapBounds#MOST_OF_A_BYTE} times as much memory.
   */
  private static final int MOST_WKB_BYTES = 2 << 20;

  /** Maximum number of candidates that wait for records of inner objects. */
  private static final int MOST_WAITING = 1 << 14;

  private final PairQuestion test;
  private final JoinMeter meter;
  private final JoinSide outer;
  private final JoinSide inner;
  private final boolean outerIsLeft;
  private final boolean areRectangles;

  /** True if both sides are the same table and the test is symmetric. */
  private final boolean isMutual;

  /** True if one comparison of two objects adds both of their pairs: (a, b) and (b, a). */
  private final boolean mirrors;

  /**
   * Map from the RID of each decoded object to the index of the object's entry in {@link #block}.
   * The map is null unless both sides are the same table.
   */
  private @Nullable LongIntMap ownEntries;

  private final RectangleTest filter;
  private int[] waitingOuters = new int[64];
  private long[] waitingIds = new long[64];
  private int waiting;
  private EntryBlock block = new EntryBlock(1);
  private FoundPairs found = new FoundPairs(false, false);
  private @Nullable Operand[] operands = new Operand[0];
  private long candidates;

  /**
   * Creates a matcher.
   *
   * @param parts sides, test and order of the join
   */
  PairMatcher(
      JoinQuery.Parts parts, JoinMeter meter, JoinSide outer, JoinSide inner, boolean outerIsLeft) {
    boolean isSelf = parts.left().hasObjectsOf(parts.right());
    test = parts.test();
    this.meter = meter;
    this.outer = outer;
    this.inner = inner;
    this.outerIsLeft = outerIsLeft;
    areRectangles = test.byBounds() || outer.records() == null && inner.records() == null;
    ownEntries = isSelf && !areRectangles ? new LongIntMap(64) : null;
    isMutual = isSelf && !areRectangles && test.isSymmetric();
    mirrors =
        isMutual && !parts.isOrdered() && outer.admitted() == null && inner.admitted() == null;
    filter = areRectangles ? test.ofRectangles(outerIsLeft) : test.candidates(outerIsLeft);
  }

  /** Returns the test that inner rectangles must satisfy for an outer rectangle. */
  RectangleTest filter() {
    return filter;
  }

  /** Returns whether two entries whose rectangles intersect or are near are a candidate. */
  boolean mayMatch(EntryBlock entries, int one, int other) {
    return test.comparesShapes() || entries.match(filter, one, other);
  }

  JoinMeter meter() {
    return meter;
  }

  JoinSide inner() {
    return inner;
  }

  /** Returns whether one comparison of two objects adds both of their pairs. */
  boolean mirrors() {
    return mirrors;
  }

  /** Returns whether a pair is left out because the join adds it with the pair (inner, outer). */
  boolean isMirrored(long outerId, long innerId) {
    return mirrors && outerId > innerId;
  }

  /** Returns whether both objects take part in the join, and the pair is not left out. */
  boolean admits(long outerId, long innerId) {
    return !isMirrored(outerId, innerId) && outer.admits(outerId) && inner.admits(innerId);
  }

  /** Finds the candidates of some outer entries. */
  @FunctionalInterface
  interface Search {
    /**
     * Passes each candidate to {@link PairMatcher#candidate}.
     *
     * @param outers indices of the outer entries to search for, in the block of entries whose part
     *     {@link PairMatcher#match} received
     * @param count number of indices in {@code outers}
     */
    void run(int[] outers, int count);
  }

  /** Adds the pairs of a unit of work to {@code into}. */
  void match(EntryBlock.Part part, Search search, FoundPairs into) {
    block = part.block();
    found = into;
    waiting = 0;
    candidates = 0;
    if (operands.length < block.count()) {
      operands = new Operand[block.count()];
    }
    int[] ready = new int[part.count()];
    int count = 0;
    long[] toRead = new long[part.count()];
    int unread = 0;
    for (int i = part.from(); i < part.to(); i++) {
      if (areRectangles || outer.records() == null || block.isPoint(i)) {
        operands[i] = areRectangles ? null : rectangle(i);
        ready[count++] = i;
      } else {
        toRead[unread++] = block.id(i);
      }
    }
    if (count > 0) {
      search(search, ready, count);
    }
    if (unread > 0) {
      matchRecords(part, RadixSort.distinct(toRead, unread), search);
    }
    meter.addCandidates(candidates);
  }

  private Operand rectangle(int i) {
    return Operand.ofRectangle(block.minX(i), block.minY(i), block.maxX(i), block.maxY(i));
  }

  /** Reads the objects of outer entries and runs the search, in steps that fit the memory. */
  private void matchRecords(EntryBlock.Part part, long[] rids, Search search) {
    RecordFetch records = records(outer);
    int[] entries = new int[rids.length]; // index of the only entry of each record
    for (int i = part.from(); i < part.to(); i++) {
      int at = block.isPoint(i) ? -1 : Arrays.binarySearch(rids, block.id(i));
      if (at >= 0) {
        entries[at] = i;
      }
    }
    int[] ready = new int[rids.length];
    int[] state = new int[2]; // number of ready entries, and bytes of their WKB
    records.read(
        rids,
        0,
        rids.length,
        (at, object, wkbBytes) -> {
          operands[entries[at]] = object;
          ready[state[0]++] = entries[at];
          state[1] += wkbBytes;
          if (state[1] >= MOST_WKB_BYTES) {
            search(search, ready, state[0]);
            state[0] = 0;
            state[1] = 0;
          }
        });
    search(search, ready, state[0]);
  }

  static RecordFetch records(JoinSide side) {
    RecordFetch records = side.records();
    if (records == null) {
      throw new IllegalStateException("the side has no records");
    }
    return records;
  }

  private void search(Search search, int[] outers, int count) {
    if (count > 0) {
      if (ownEntries != null) {
        LongIntMap own = new LongIntMap(count);
        for (int i = 0; i < count; i++) {
          own.put(block.id(outers[i]), outers[i]);
        }
        ownEntries = own;
      }
      search.run(outers, count);
      decideWaiting();
      for (int i = 0; i < count; i++) {
        operands[outers[i]] = null;
      }
    }
  }

  /** Returns whether the object of an outer entry is decoded now. */
  boolean isReady(int outerIndex) {
    return areRectangles || operands[outerIndex] != null;
  }

  /**
   * Processes a candidate.
   *
   * @param i index of the outer entry in the block
   * @return false if the result is full and the search should stop
   */
  boolean candidate(int i, long innerId, double minX, double minY, double maxX, double maxY) {
    meter.checkSome(++candidates);
    if (isMirrored(block.id(i), innerId)
        || !filter.matches(
            block.minX(i), block.minY(i), block.maxX(i), block.maxY(i), minX, minY, maxX, maxY)
        || !inner.admits(innerId)) {
      return true;
    }
    int own = ownEntries == null ? LongIntMap.ABSENT : ownEntries.get(innerId);
    if (areRectangles) {
      add(block.id(i), innerId);
    } else if (i == own) {
      decideSelf(innerId, operand(i));
    } else if (own != LongIntMap.ABSENT) {
      decide(block.id(i), operand(i), innerId, operand(own));
    } else if (inner.records() == null || Operand.isPoint(minX, minY, maxX, maxY)) {
      decide(i, innerId, minX, minY, maxX, maxY);
    } else if (isDecided(i, minX, minY, maxX, maxY)) {
      add(block.id(i), innerId);
    } else {
      await(i, innerId);
    }
    return !found.isFull();
  }

  private void await(int i, long innerId) {
    if (waiting == waitingIds.length) {
      waitingOuters = Arrays.copyOf(waitingOuters, 2 * waiting);
      waitingIds = Arrays.copyOf(waitingIds, 2 * waiting);
    }
    waitingOuters[waiting] = i;
    waitingIds[waiting++] = innerId;
    if (waiting == MOST_WAITING) {
      decideWaiting();
    }
  }

  private Operand operand(int i) {
    Operand operand = operands[i];
    if (operand == null) {
      throw new IllegalStateException("the object of entry " + block.id(i) + " is not decoded");
    }
    return operand;
  }

  private void decide(int i, long innerId, double minX, double minY, double maxX, double maxY) {
    Operand one = operand(i);
    boolean isPoint = Operand.isPoint(minX, minY, maxX, maxY);
    try {
      if (isPoint && !one.isPoint()) {
        if (one.matchesPoint(test, outerIsLeft, minX, minY)) {
          add(block.id(i), innerId);
        }
      } else {
        decide(block.id(i), one, innerId, Operand.ofRectangle(minX, minY, maxX, maxY));
      }
    } catch (UnansweredGeometryException e) {
      skip(block.id(i), innerId, e);
    }
  }

  /** Returns whether the rectangle of an inner object proves that the pair satisfies the test. */
  private boolean isDecided(int i, double minX, double minY, double maxX, double maxY) {
    Operand one = operand(i);
    if (one.isPoint() || one.isQuick(test)) {
      return false;
    }
    try {
      GeometryTest asked = one.asks(test, outerIsLeft);
      return asked.holdsByBounds(minX, minY, maxX, maxY);
    } catch (UnansweredGeometryException e) {
      return false; // the test of the pair throws the same exception
    }
  }

  /** Begins a unit of work without a search. Its pairs are added to {@code into}. */
  void begin(FoundPairs into) {
    found = into;
  }

  /** Counts candidates that were compared without {@link #candidate}. */
  void addCandidates(long number) {
    meter.check();
    meter.addCandidates(number);
  }

  boolean isFull() {
    return found.isFull();
  }

  void decideSelf(long id, Operand object) {
    if (test.isReflexive() && object.isFinite()) {
      add(id, id);
    } else {
      decide(id, object, id, object);
    }
  }

  /** Compares an outer object that is a point with an inner object that is not. */
  void decidePoint(long outerId, double x, double y, long innerId, Operand other) {
    try {
      if (other.matchesPoint(test, !outerIsLeft, x, y)) {
        add(outerId, innerId);
      }
    } catch (UnansweredGeometryException e) {
      skip(outerId, innerId, e);
    }
  }

  void decide(long outerId, Operand one, long innerId, Operand other) {
    try {
      boolean isLeft = isMutual ? outerId <= innerId : outerIsLeft;
      // one call, so that the JIT compiler compiles the comparison once
      if (Operand.arePair(test, isLeft ? one : other, isLeft ? other : one)) {
        add(outerId, innerId);
      }
    } catch (UnansweredGeometryException e) {
      skip(outerId, innerId, e);
    }
  }

  void add(long outerId, long innerId) {
    found.add(outerIsLeft ? outerId : innerId, outerIsLeft ? innerId : outerId, 0);
    if (mirrors && outerId != innerId) {
      found.add(outerIsLeft ? innerId : outerId, outerIsLeft ? outerId : innerId, 0);
    }
  }

  /** Reads the inner objects of the waiting candidates, and compares them. */
  private void decideWaiting() {
    if (waiting == 0) {
      return;
    }
    int count = waiting;
    waiting = 0;
    long[] rids = RadixSort.distinct(waitingIds, count);
    long[] order = new long[count]; // the RID and the candidate of each element
    for (int i = 0; i < count; i++) {
      order[i] = (long) Arrays.binarySearch(rids, waitingIds[i]) << Integer.SIZE | i;
    }
    RadixSort.sort(order, count);
    int[] next = {0};
    records(inner)
        .read(
            rids,
            0,
            rids.length,
            (at, other, wkbBytes) -> {
              meter.check();
              while (next[0] < count && (int) (order[next[0]] >> Integer.SIZE) == at) {
                int outerIndex = waitingOuters[(int) order[next[0]++]];
                decide(block.id(outerIndex), operand(outerIndex), rids[at], other);
              }
            });
  }

  private void skip(long outerId, long innerId, UnansweredGeometryException e) {
    skip(outerIsLeft ? outerId : innerId, outerIsLeft ? innerId : outerId, e.getMessage());
    if (mirrors && outerId != innerId) {
      skip(outerIsLeft ? innerId : outerId, outerIsLeft ? outerId : innerId, e.getMessage());
    }
  }

  private void skip(long leftId, long rightId, @Nullable String reason) {
    JoinSide left = outerIsLeft ? outer : inner;
    JoinSide right = outerIsLeft ? inner : outer;
    String other =
        right.records() == null
            ? "with entry " + rightId
            : "with record " + right.key(rightId) + " (RID " + rightId + ")";
    meter.skipped().add(leftId, left.key(leftId), other + ": " + reason);
  }
}
