package org.flashgrove.literature.replacement;

import java.util.Arrays;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.SingleVictimPolicy;

/**
 * LRU in two regions, with writes of pages that stay: the buffer of GFFM (A. Fevgas, P. Bozanis,
 * <em>Grid-file: towards to a flash efficient multi-dimensional index</em>, DEXA 2015).
 *
 * <p>Pages accessed last are hot; the others are cold. When room is needed, dirty cold pages are
 * written in one batch, in the order of their keys, and stay, clean; then the least recently used
 * clean cold page leaves. Hot pages leave only while no cold one may, least recently used first.
 *
 * <p>Pages of nodes above the leaves (directory pages of a grid file) stay, as long as they take no
 * more than their share of the capacity; what is above that is hot or cold like leaves.
 *
 * <p>From the paper's abstract and the thesis (section 8.2: a buffer based on LRU, flushes write
 * cold pages only, however many modifications they hold): hot and cold, and what a flush writes.
 * Judgment: the shares of hot and of directory pages, the size of a batch, its order, and that
 * there is a batch whenever room is needed and a dirty page is cold; or only when no clean page may
 * leave, which saves writes.
 */
public final class HotColdLruPolicy extends SingleVictimPolicy {
  private static final int HOT = 0;
  private static final int COLD = 1;
  private static final int DIRECTORY = 2;

  private final double hotShare;
  private final long directoryCapacity;
  private final boolean cleanFirst;
  private final long[] keys;
  private final int[] batch;
  private int dirtyCold;

  /**
   * Creates a policy.
   *
   * @param hotShare share of what the directory leaves that hot pages take
   * @param directoryCapacity greatest cost of pages above leaves that stay
   * @param batchPages most pages of a batch, at least 1
   * @param cleanFirst whether pages are written only when no clean cold one may leave
   */
  private HotColdLruPolicy(
      long capacity,
      double hotShare,
      long directoryCapacity,
      int batchPages,
      boolean cleanFirst,
      CachedPages pages) {
    super(3, capacity, pages);
    this.hotShare = hotShare;
    this.directoryCapacity = directoryCapacity;
    this.cleanFirst = cleanFirst;
    keys = new long[batchPages];
    batch = new int[batchPages];
  }

  /**
   * Returns the policy. It requires a buffer that implements {@link CachedPages#write}, and
   * therefore has no name in specs.
   *
   * @param hotShare share of the other pages that are hot, 0 to 1
   * @param directoryShare share of the capacity in which pages above leaves stay, 0 to 1
   * @param batchPages most pages of a batch, at least 1
   * @param cleanFirst whether pages are written only when no clean cold one may leave
   */
  public static PolicyMaker maker(
      double hotShare, double directoryShare, int batchPages, boolean cleanFirst) {
    return (capacity, pageCost, ids, pages) ->
        new HotColdLruPolicy(
            capacity,
            hotShare,
            (long) Math.floor(capacity * directoryShare),
            batchPages,
            cleanFirst,
            pages);
  }

  @Override
  public void access(int position, boolean write) {
    if (queues.queue(position) == COLD && isDirty(position)) {
      dirtyCold--;
    }
    queues.move(queues.queue(position) == DIRECTORY ? DIRECTORY : HOT, position);
    if (write) {
      markDirty(position);
    }
    cool();
  }

  @Override
  public int admit(long key, int level, long cost, boolean write) {
    if (cost > capacity() || !makeRoom(cost, NONE)) {
      return NONE;
    }
    int position = enter(staysAt(level, cost) ? DIRECTORY : HOT, key, cost, write);
    cool();
    return position;
  }

  private boolean staysAt(int level, long cost) {
    return level > 0 && queues.cost(DIRECTORY) + cost <= directoryCapacity;
  }

  @Override
  public void level(int position, int level) {
    boolean stays = queues.queue(position) == DIRECTORY;
    if (stays != (level > 0) && (stays || staysAt(level, queues.costAt(position)))) {
      access(position, false);
      queues.move(stays ? HOT : DIRECTORY, position);
      cool();
    }
  }

  /** Makes the least recently used hot pages cold. */
  private void cool() {
    while (queues.cost(HOT) > (long) (hotShare * (capacity() - queues.cost(DIRECTORY)))) {
      int oldest = queues.first(HOT);
      queues.move(COLD, oldest);
      if (isDirty(oldest)) {
        dirtyCold++;
      }
    }
  }

  @Override
  protected int victim(int spared) {
    int clean = cleanFirst ? oldestClean(spared) : NONE;
    if (clean != NONE) {
      return clean;
    }
    if (dirtyCold > 0) {
      writeCold();
    }
    clean = oldestClean(spared);
    if (clean != NONE) {
      return clean;
    }
    int cold = oldest(COLD, spared);
    int hot = cold != NONE ? cold : oldest(HOT, spared);
    return hot != NONE ? hot : oldest(DIRECTORY, spared);
  }

  private int oldestClean(int spared) {
    int position = queues.first(COLD);
    while (position != NONE
        && (isDirty(position) || position == spared || !pages.mayEvict(position))) {
      position = queues.next(position);
    }
    return position;
  }

  /** Writes the dirty cold pages with the lowest keys. */
  private void writeCold() {
    int count = 0;
    for (int i = queues.first(COLD); i != NONE; i = queues.next(i)) {
      if (isDirty(i) && pages.mayEvict(i)) {
        count = keepLowest(queues.key(i), count);
      }
    }
    for (int i = 0; i < count; i++) {
      batch[i] = queues.position(keys[i]);
    }
    if (count > 0) {
      pages.write(batch, count);
    }
  }

  /** Puts a key in its place among the lowest so far; returns how many there are. */
  private int keepLowest(long key, int count) {
    int place = -1 - Arrays.binarySearch(keys, 0, count, key);
    if (place == keys.length) {
      return count;
    }
    int moved = Math.min(count, keys.length - 1) - place;
    System.arraycopy(keys, place, keys, place + 1, moved);
    keys[place] = key;
    return Math.min(count + 1, keys.length);
  }

  @Override
  public void clean(int position) {
    if (isDirty(position) && queues.queue(position) == COLD) {
      dirtyCold--;
    }
    markClean(position);
  }

  @Override
  protected void drop(int position) {
    clean(position);
    super.drop(position);
  }
}
