package org.flashgrove.geotools;

import java.util.Arrays;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.table.TableSnapshot;

/**
 * Iterates over keys in the order of their decimal texts, for example 1, 10, 100, 11, 2. GeoTools
 * sorts ids that end in a key in this order. Keys with the same leading digits form a few ranges. A
 * caller that needs few keys therefore reads a small part of the key index, and no record. Use it
 * in one thread, while the snapshot is open.
 */
final class KeysAsTexts {
  /** Result of {@link #next} after the last key. */
  static final long NONE = -1;

  private static final int BASE = 10;

  private final TableQuery keys;
  private final long greatest;

  /** Prefix whose keys come next, as a number; {@link #NONE} at the end. */
  private long digits;

  private long[] run = new long[BASE];
  private int count;
  private int at;

  /**
   * Creates an iterator before the first key.
   *
   * @param snapshot snapshot of a table with an index on the key, whose keys are in {@code [0,
   *     10^18)}
   */
  KeysAsTexts(TableSnapshot snapshot) {
    keys = TableQuery.of(snapshot).keysOnly();
    greatest = first(keys.orderBy(RecordOrder.KEY.descending()));
    digits = greatest == NONE ? NONE : 0;
  }

  private static long first(TableQuery query) {
    try (TableCursor found = query.limit(1).cursor()) {
      return found.next() ? found.record().key() : NONE;
    }
  }

  /** Returns the next key in the order of texts, or {@link #NONE} after the last one. */
  long next() {
    while (at == count) {
      if (digits == NONE) {
        return NONE;
      }
      goOn();
    }
    return run[at++];
  }

  /**
   * Reads the key that equals the current prefix, if it exists, and moves to the next prefix. If no
   * key can continue the prefix with a further digit, also reads the following keys that differ
   * from the prefix only in the last digit.
   */
  private void goOn() {
    at = 0;
    count = 0;
    long first = digits;
    boolean isLast = first > greatest / BASE;
    long last = isLast ? Math.min(first - first % BASE + BASE - 1, greatest) : first;
    if (first == 0) { // nothing begins with it but itself
      add(0, 0);
      digits = greatest == 0 ? NONE : 1;
      return;
    }
    add(first, last);
    digits = !isLast && hasLonger(first) ? first * BASE : after(last);
  }

  private void add(long from, long to) {
    keys.keys(from, to)
        .orderBy(RecordOrder.KEY)
        .forEach(
            record -> {
              if (count == run.length) {
                run = Arrays.copyOf(run, 2 * count);
              }
              run[count++] = record.key();
            });
  }

  /** Returns whether a key with more digits than {@code first} begins with these digits. */
  private boolean hasLonger(long first) {
    long from = first;
    long to = first;
    while (from <= greatest / BASE) {
      from *= BASE;
      to = to * BASE + BASE - 1;
      if (first(keys.keys(from, Math.min(to, greatest))) != NONE) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the prefix that comes next in text order after {@code done} and after all longer keys
   * that begin with {@code done}. Returns {@link #NONE} if there is none.
   */
  private long after(long done) {
    long next = done;
    while (next % BASE == BASE - 1 || next + 1 > greatest) {
      next /= BASE;
      if (next == 0) {
        return NONE;
      }
    }
    return next + 1;
  }
}
