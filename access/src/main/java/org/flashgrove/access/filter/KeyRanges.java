package org.flashgrove.access.filter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.access.attribute.OrderKey;
import org.flashgrove.indexes.bytekey.KeyRange;
import org.jspecify.annotations.Nullable;

/** Immutable list of disjoint key ranges in ascending order. */
public final class KeyRanges {
  /** Set of all keys, as a single range. */
  public static final KeyRanges ALL = new KeyRanges(List.of(KeyRange.ALL));

  private static final byte[] FIRST = {};

  private final List<KeyRange> ranges;

  private KeyRanges(List<KeyRange> ranges) {
    this.ranges = ranges;
  }

  private static KeyRanges of(byte[] from, byte @Nullable [] to) {
    KeyRange range = new KeyRange(from, to);
    return new KeyRanges(range.isEmpty() ? List.of() : List.of(range));
  }

  static KeyRanges ofPoints(List<byte[]> keys) {
    List<byte[]> sorted = new ArrayList<>(keys);
    sorted.sort(Arrays::compareUnsigned);
    List<KeyRange> ranges = new ArrayList<>();
    byte @Nullable [] last = null;
    for (byte[] key : sorted) {
      if (!Arrays.equals(key, last)) {
        ranges.add(KeyRange.closed(key, key));
      }
      last = key;
    }
    return new KeyRanges(List.copyOf(ranges));
  }

  static KeyRanges below(byte[] key) {
    return of(FIRST, key);
  }

  static KeyRanges upTo(byte[] key) {
    return of(FIRST, KeyRange.behind(key));
  }

  static KeyRanges from(byte[] key) {
    return of(key, null);
  }

  static KeyRanges ofTexts(byte[] beginning) {
    byte[] key = new OrderKey(Integer.MAX_VALUE - 1).setBeginning(beginning).copy();
    return of(key, KeyRange.behind(key));
  }

  /** Returns the ranges. The caller must not change the list. */
  public List<KeyRange> ranges() {
    return ranges;
  }

  /** Returns whether every range contains exactly one value; true if there are no ranges. */
  public boolean isOfPoints() {
    return ranges.stream()
        .allMatch(
            range ->
                range.to() != null && Arrays.equals(range.to(), KeyRange.behind(range.from())));
  }

  private static int compareEnds(byte @Nullable [] one, byte @Nullable [] other) {
    return one == null || other == null
        ? Boolean.compare(one == null, other == null)
        : Arrays.compareUnsigned(one, other);
  }

  KeyRanges and(KeyRanges other) {
    List<KeyRange> both = new ArrayList<>();
    int mine = 0;
    int its = 0;
    while (mine < ranges.size() && its < other.ranges.size()) {
      KeyRange one = ranges.get(mine);
      KeyRange two = other.ranges.get(its);
      boolean mineEndsFirst = compareEnds(one.to(), two.to()) < 0;
      KeyRange common =
          new KeyRange(
              Arrays.compareUnsigned(one.from(), two.from()) >= 0 ? one.from() : two.from(),
              mineEndsFirst ? one.to() : two.to());
      if (!common.isEmpty()) {
        both.add(common);
      }
      if (mineEndsFirst) {
        mine++;
      } else {
        its++;
      }
    }
    return new KeyRanges(List.copyOf(both));
  }

  KeyRanges or(KeyRanges other) {
    List<KeyRange> all = new ArrayList<>(ranges);
    all.addAll(other.ranges);
    all.sort((one, two) -> Arrays.compareUnsigned(one.from(), two.from()));
    List<KeyRange> either = new ArrayList<>();
    for (KeyRange next : all) {
      @Nullable KeyRange last = either.isEmpty() ? null : either.get(either.size() - 1);
      if (last == null || compareEnds(next.from(), last.to()) >= 0) {
        either.add(next);
      } else if (compareEnds(last.to(), next.to()) < 0) {
        either.set(either.size() - 1, new KeyRange(last.from(), next.to()));
      }
    }
    return new KeyRanges(List.copyOf(either));
  }
}
