package org.flashgrove.literature.replacement;

import java.util.Arrays;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.SingleVictimPolicy;

/**
 * LRU in two regions that can write pages without evicting them: the replacement policy of GFFM (A.
 * Fevgas, P. Bozanis, <em>Grid-file: towards to a flash efficient multi-dimensional index</em>,
 * DEXA 2015).
 *
 * <p>Recently accessed pages are hot; the others are cold. When room is needed, dirty cold pages
 * are written in one batch in the order of their keys, and stay in the buffer. Then the least
 * recently used clean cold page is evicted. Only if no cold page can be evicted, the least recently
 * used hot page is evicted.
 *
 * <p>A share of the capacity is reserved for pages of nodes above the leaves, such as directory
 * pages of a grid file. These pages stay in the buffer while they fit into this share. Those that
 * do not fit are hot or cold, as pages of leaves are.
 *
 * <p>The paper's abstract and Carniel's thesis (2019, section 8.2) describe a buffer based on LRU
 * whose flushes write only cold pages, however many modifications they have. The shares of hot and
 * directory pages, the batch size and its order are our choice. We also chose when a batch is
 * written. This is either whenever room is needed and a dirty page is cold, or only when no clean
 * page can be evicted. The second choice saves writes.
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
   * @param hotShare maximum share of hot pages in the capacity that is not used by directory pages
   * @param directoryCapacity maximum total cost of directory pages that stay in the buffer
   * @param batchPages maximum number of pages in a batch, at least 1
   * @param cleanFirst whether pages are written only when no clean cold page can be evicted
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
   * Creates the factory of the policy. The policy needs a buffer that implements {@link
   * CachedPages#write}, so it has no name in specs.
   *
   * @param hotShare share of hot pages among pages other than the directory, 0 to 1
   * @param directoryShare share of the capacity reserved for pages above the leaves, 0 to 1
   * @param batchPages maximum number of pages in a batch, at least 1
   * @param cleanFirst whether pages are written only when no clean cold page can be evicted
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

  /**
   * Makes the least recently used hot pages cold, until the remaining hot pages fit into their
   * share of the capacity.
   */
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

  /** Writes those dirty cold pages that have the lowest keys, up to the size of a batch. */
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

  /**
   * Inserts a key into the sorted list of the lowest keys. Does nothing if the list is full and the
   * key is not lower than any key in the list. Returns the new length of the list.
   */
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
