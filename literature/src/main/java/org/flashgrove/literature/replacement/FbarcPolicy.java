package org.flashgrove.literature.replacement;

import org.flashgrove.core.replacement.ArcPolicy;
import org.flashgrove.core.replacement.CachedPages;

/**
 * FBARC, flash-based ARC (Dubs, Petrov, Gottstein and Buchmann, ADMS 2013). ARC, with its lists T1
 * (pages accessed once) and T2 (pages accessed again), manages a part of the capacity. The rest is
 * a list L3 of dirty pages, clustered by location. A dirty page that ARC would evict moves to L3
 * instead.
 *
 * <p>When L3 is full, a cluster is written in ascending order and evicted. The policy chooses the
 * nearest cluster that starts within {@code distance} of the last written page. If there is none,
 * it chooses the largest cluster. The keys of the evicted pages go to a list B3, which is as long
 * as L3 and contains keys without pages. A hit in L3 or B3 moves the page to T2.
 *
 * <p>This is the simple version with a fixed size of L3. A hit in L3 moves the page to T2 without
 * an eviction. T1 and T2 may therefore temporarily exceed the part that ARC manages, by the space
 * that L3 lost. A page that was cleaned in L3 stays there and is later evicted without a write.
 */
public final class FbarcPolicy extends ArcPolicy {
  private static final int B3 = 2;
  private static final int GHOST_QUEUES = 3;

  private final long writeListCapacity;
  private final long distance;
  private final PageClusters clusters;
  private long writeListCost;
  private long lastWritten = -1;
  private final int[] run;

  /**
   * Creates empty lists.
   *
   * @param writeListCapacity capacity of L3, less than {@code capacity}
   */
  FbarcPolicy(
      long capacity, long writeListCapacity, int clusterPages, long distance, CachedPages pages) {
    super(capacity, capacity - writeListCapacity, GHOST_QUEUES, pages);
    this.writeListCapacity = writeListCapacity;
    this.distance = distance;
    clusters = new PageClusters(queues, clusterPages);
    run = new int[clusterPages];
  }

  /** Returns the sum of the costs of all pages in L3. */
  public long writeListCost() {
    return writeListCost;
  }

  private boolean isInWriteList(int position) {
    return queues.queue(position) > t2;
  }

  @Override
  public void access(int position, boolean write) {
    if (isInWriteList(position)) {
      writeListCost -= queues.costAt(position);
      clusters.move(position, t2);
    }
    super.access(position, write);
  }

  @Override
  public boolean resize(int position, long cost) {
    if (isInWriteList(position)) {
      access(position, false);
    }
    return super.resize(position, cost);
  }

  @Override
  protected void leave(int position, int ghosts) {
    long cost = queues.costAt(position);
    if (isDirty(position) && cost <= writeListCapacity && makeRoomInWriteList(cost)) {
      clusters.add(position, 0);
      writeListCost += cost;
    } else {
      super.leave(position, ghosts);
    }
  }

  private boolean makeRoomInWriteList(long cost) {
    while (writeListCost + cost > writeListCapacity) {
      int queue = nextCluster();
      if (queue == NONE) {
        return false;
      }
      evictCluster(queue);
    }
    return true;
  }

  private int nextCluster() {
    int nearest = NONE;
    int largest = NONE;
    for (int index = 0; index < clusters.count(); index++) {
      int queue = clusters.queue(index);
      if (oldest(queue, NONE) == NONE) {
        continue;
      }
      if (nearest == NONE || isNearer(queue, nearest)) {
        nearest = queue;
      }
      if (largest == NONE || isLarger(queue, largest)) {
        largest = queue;
      }
    }
    return lastWritten >= 0 && nearest != NONE && gap(nearest) <= distance ? nearest : largest;
  }

  private long gap(int queue) {
    return Math.abs(clusters.firstKey(queue) - lastWritten);
  }

  private boolean isNearer(int queue, int other) {
    int order = Long.compare(gap(queue), gap(other));
    return order == 0 ? clusters.number(queue) < clusters.number(other) : order < 0;
  }

  private boolean isLarger(int queue, int other) {
    int order = Integer.compare(queues.size(other), queues.size(queue));
    return order == 0 ? clusters.number(queue) < clusters.number(other) : order < 0;
  }

  private void evictCluster(int queue) {
    int count = 0;
    for (int at = queues.first(queue); at != NONE; at = queues.next(at)) {
      if (pages.mayEvict(at)) {
        int slot = count++;
        while (slot > 0 && queues.key(run[slot - 1]) > queues.key(at)) {
          run[slot] = run[slot - 1];
          slot--;
        }
        run[slot] = at;
      }
    }
    long written = lastWritten;
    for (int i = 0; i < count; i++) {
      written = isDirty(run[i]) ? queues.key(run[i]) : written;
    }
    pages.evict(run, count);
    lastWritten = written;
    for (int i = 0; i < count; i++) {
      int position = run[i];
      markClean(position);
      writeListCost -= queues.costAt(position);
      clusters.move(position, B3);
    }
  }

  @Override
  protected void trimGhosts() {
    super.trimGhosts();
    while (queues.size(B3) > 0 && queues.cost(B3) > writeListCapacity) {
      drop(queues.first(B3));
    }
  }

  @Override
  protected void drop(int position) {
    if (isInWriteList(position)) {
      writeListCost -= queues.costAt(position);
      markClean(position);
      clusters.remove(position);
    } else {
      super.drop(position);
    }
  }

  @Override
  public boolean mayRefuse() {
    return true;
  }
}
