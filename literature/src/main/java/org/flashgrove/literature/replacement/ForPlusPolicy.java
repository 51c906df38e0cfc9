package org.flashgrove.literature.replacement;

import java.util.Arrays;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.core.replacement.SingleVictimPolicy;

/**
 * FOR+, flash operation-aware (Lv, Cui, He and Chen, SIGMOD 2011), a cheaper approximation of the
 * policy FOR. The last {@code hotPages} distinct pages that were read are read-hot, and the last
 * {@code hotPages} distinct pages that were written are write-hot. Pages that were evicted count,
 * too. The page with the lowest weight is evicted; among pages with equal weights, the least
 * recently used page:
 *
 * <pre>weight = readCost·[read-hot] + writeCost·[write-hot] + ε·writeCost·[dirty]</pre>
 *
 * <p>In the paper, the policy FOR divides the costs by inter-operation distances, and FOR+
 * approximates these weights by the hot pages. The formula above is our reading of the
 * approximation. A heap finds the victim in O(log n).
 */
final class ForPlusPolicy extends SingleVictimPolicy {
  private static final int RESIDENT = 0;

  /** The factor ε, small enough that a dirty page never outweighs a read-hot page. */
  private static final double DIRTY_SHARE = 0.01;

  private final double readCost;
  private final double writeCost;
  private final int hotPages;
  private final LinkedKeys reads = new LinkedKeys(64);
  private final LinkedKeys writes = new LinkedKeys(64);
  private final WeightHeap byWeight = new WeightHeap();
  private int[] pinned = new int[8];
  private long now;

  ForPlusPolicy(long capacity, int hotPages, double readCost, double writeCost, CachedPages pages) {
    super(1, capacity, pages);
    this.hotPages = Math.max(1, hotPages);
    this.readCost = readCost;
    this.writeCost = writeCost;
  }

  @Override
  public void access(int position, boolean write) {
    if (write) {
      markDirty(position);
    }
    note(queues.key(position), write);
    weigh(position, ++now);
  }

  @Override
  public int admit(long key, int level, long cost, boolean write) {
    if (cost > capacity() || !makeRoom(cost, NONE)) {
      return NONE;
    }
    int position = enter(RESIDENT, key, cost, write);
    note(key, write);
    weigh(position, ++now);
    return position;
  }

  /**
   * Makes a page read-hot or write-hot. If there are then more than {@code hotPages} such pages,
   * the page that was read or written longest ago becomes cold.
   */
  private void note(long key, boolean write) {
    LinkedKeys hot = write ? writes : reads;
    int place = hot.position(key);
    if (place != LinkedKeys.NONE) {
      hot.moveToLast(place);
      return;
    }
    hot.addLast(key);
    if (hot.size() > hotPages) {
      long cooled = hot.key(hot.first());
      hot.remove(cooled);
      int position = position(cooled);
      if (position != NONE) {
        weigh(position, byWeight.time(position));
      }
    }
  }

  private void weigh(int position, long lastAccess) {
    long key = queues.key(position);
    double weight = reads.contains(key) ? readCost : 0;
    weight += writes.contains(key) ? writeCost : 0;
    weight += isDirty(position) ? DIRTY_SHARE * writeCost : 0;
    byWeight.put(position, weight, lastAccess);
  }

  @Override
  public void clean(int position) {
    markClean(position);
    weigh(position, byWeight.time(position));
  }

  @Override
  protected int victim(int spared) {
    int skipped = 0;
    int victim = NONE;
    while (victim == NONE && byWeight.size() > 0) {
      int first = byWeight.first();
      if (first != spared && pages.mayEvict(first)) {
        victim = first;
      } else {
        if (skipped == pinned.length) {
          pinned = Arrays.copyOf(pinned, skipped * 2);
        }
        pinned[skipped++] = first;
        byWeight.remove(first);
      }
    }
    for (int i = 0; i < skipped; i++) {
      weigh(pinned[i], byWeight.time(pinned[i]));
    }
    return victim;
  }

  @Override
  protected void drop(int position) {
    byWeight.remove(position);
    super.drop(position);
  }

  @Override
  protected void forgetIdentifier(long key) {
    reads.remove(key);
    writes.remove(key);
  }
}
