package org.flashgrove.indexes.bplus;

import org.flashgrove.indexes.tree.PairLeaves;

/**
 * RIDs of the pairs in ranges of an index, read leaf by leaf in ascending or descending order of
 * keys. RIDs with equal keys are ascending in both orders.
 *
 * <p>The index stores pairs of a key and a RID, sorted by key and then by RID. A descending scan
 * therefore meets the RIDs of a key in descending order. If all RIDs of the key are in one leaf,
 * the scan reverses them. Otherwise it reads the leaves with this key once more, in ascending
 * order.
 *
 * @param <C> type of the cursors of the index
 */
public abstract class OrderedRids<C extends PairLeaves> implements RidSource {
  private final int ranges;
  private final boolean isDescending;
  private C cursor;

  /** Number of ranges that the scan has begun. */
  private int begun;

  private int at;

  /**
   * Start of a range of positions in a leaf that is read in descending order. The pairs in this
   * range have the same key and are returned from the end of the range.
   */
  private int groupStart;

  private int groupEnd;

  /**
   * Ascending cursor over the RIDs of a key that may be in several leaves, or null. After the last
   * of these RIDs, the scan continues with smaller keys.
   */
  private C upward;

  private int upwardAt;

  /**
   * Creates a source of RIDs.
   *
   * @param ranges number of ranges of keys
   */
  protected OrderedRids(int ranges, boolean isDescending) {
    this.ranges = ranges;
    this.isDescending = isDescending;
  }

  /** Returns a new cursor over a range of keys. Ranges are numbered from 0, in ascending order. */
  protected abstract C open(int range, boolean isAscending);

  /** Returns whether two pairs of the current leaf of a cursor have equal keys. */
  protected abstract boolean haveEqualKeys(C leaf, int one, int two);

  /** Returns a new ascending cursor over the pairs with the key of a pair in the current leaf. */
  protected abstract C openKey(C leaf, int pair);

  /**
   * Returns a new descending cursor over the part of a range below a key, or null if this part is
   * empty. The key is the key of the pair in the last call of {@link #openKey}.
   */
  protected abstract C openBelow(int range);

  @Override
  public final long next() {
    return isDescending ? nextDescending() : nextAscending();
  }

  private long nextAscending() {
    C leaf = leaf();
    return leaf == null ? END : leaf.value(at++);
  }

  /** Returns the cursor at a leaf with further pairs, or null after the last range. */
  private C leaf() {
    C leaf = cursor;
    while (leaf == null || at == leaf.count()) {
      at = 0;
      if (leaf == null || !leaf.nextLeaf()) {
        if (begun == ranges) {
          cursor = null;
          return null;
        }
        begun++;
        leaf = open(range(), !isDescending);
        cursor = leaf;
      }
    }
    return leaf;
  }

  private int range() {
    return isDescending ? ranges - begun : begun - 1;
  }

  private long nextDescending() {
    while (true) {
      C ofKey = upward;
      if (ofKey != null) {
        if (upwardAt < ofKey.count() || nextLeafUpward(ofKey)) {
          return ofKey.value(upwardAt++);
        }
        upward = null;
        at = 0;
        cursor = openBelow(range());
      } else if (cursor != null && groupEnd > groupStart) {
        return cursor.value(--groupEnd);
      } else if (!nextGroup()) {
        return END;
      }
    }
  }

  private boolean nextLeafUpward(C ofKey) {
    upwardAt = 0;
    return ofKey.nextLeaf();
  }

  /** Finds the pairs of the next lower key. Returns false if there are none. */
  private boolean nextGroup() {
    C leaf = leaf();
    if (leaf == null) {
      return false;
    }
    groupStart = at;
    while (at < leaf.count() && haveEqualKeys(leaf, groupStart, at)) {
      at++;
    }
    groupEnd = at;
    if (at == leaf.count()) { // the next leaf may have more RIDs of the key
      upward = openKey(leaf, groupStart);
      upwardAt = 0;
      groupEnd = groupStart;
    }
    return true;
  }

  @Override
  public final void close() {
    // The snapshot closes the reader of the index.
  }
}
