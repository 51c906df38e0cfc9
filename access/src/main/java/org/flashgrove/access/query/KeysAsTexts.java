package org.flashgrove.access.query;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.KeyIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bplus.LeafCursor;

/**
 * RIDs in the order of the decimal texts of their keys: 1, 10, 100, 11, 2. Other software sorts ids
 * that end in a key in this order. Keys with the same leading digits form a few ranges, so that the
 * cursor reads only the needed part of the index. For one thread, while the snapshot is open.
 */
public final class KeysAsTexts implements LongSupplier {
  private static final int BASE = 10;
  private static final LongConsumer NOT_COUNTED = pages -> {};

  /** Value that follows the last key. */
  private static final long NONE = -1;

  private final KeyIndex keys;
  private final TableSnapshot snapshot;
  private final long greatest;

  /** The digits that are looked at next, as a number. */
  private long digits;

  private long[] run = new long[BASE];
  private int count;
  private int at;

  /**
   * Begins before the first.
   *
   * @param keys an index on the key, whose keys are not negative and less than 10^18
   */
  public KeysAsTexts(KeyIndex keys, TableSnapshot snapshot) {
    this.keys = keys;
    this.snapshot = snapshot;
    LeafCursor last = keys.cursor(snapshot, 0, Long.MAX_VALUE, false, NOT_COUNTED);
    greatest = last.nextLeaf() ? last.key(0) : NONE;
    digits = greatest < 0 ? NONE : 0;
  }

  @Override
  public long getAsLong() {
    while (at == count) {
      if (digits == NONE) {
        return TableScan.NO_RID;
      }
      goOn();
    }
    return run[at++];
  }

  /**
   * Takes the keys that are the digits themselves, and those of one more digit if they end there.
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
    LeafCursor pairs = keys.cursor(snapshot, from, to, NOT_COUNTED);
    while (pairs.nextLeaf()) {
      for (int i = 0; i < pairs.count(); i++) {
        if (count == run.length) {
          run = Arrays.copyOf(run, 2 * count);
        }
        run[count++] = pairs.value(i);
      }
    }
  }

  /** Returns whether a longer key begins with the digits of the given one. */
  private boolean hasLonger(long first) {
    long from = first;
    long to = first;
    while (from <= greatest / BASE) {
      from *= BASE;
      to = to * BASE + BASE - 1;
      if (keys.cursor(snapshot, from, Math.min(to, greatest), NOT_COUNTED).nextLeaf()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the digits that follow when all that begins with some is done. */
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
