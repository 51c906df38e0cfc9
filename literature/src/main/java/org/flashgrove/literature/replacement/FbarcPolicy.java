package org.flashgrove.literature.replacement;

import org.flashgrove.core.replacement.ArcPolicy;
import org.flashgrove.core.replacement.CachedPages;

/**
 * FBARC, flash-based ARC (Dubs, Petrov, Gottstein and Buchmann, ADMS 2013). The capacity is divided
 * into two parts. One part is managed by ARC, with its lists T1 (pages accessed once) and T2 (pages
 * accessed again). The other part is L3, a list of dirty pages, grouped into clusters by location.
 * When ARC evicts a dirty page, the page moves to L3 instead of leaving the cache.
 *
 * <p>When L3 is full, a cluster is written in ascending order and evicted. The policy chooses the
 * cluster that starts nearest to the last written page, if the distance between that page and the
 * start of the cluster is at most {@code distance}. Otherwise it chooses the largest cluster. The
 * keys of the evicted pages go to B3, a list of keys without pages that is as long as L3. An access
 * to a page in L3, or to a page whose key is in B3, moves the page to T2.
 *
 * <p>This is the simple version of the paper, in which L3 has a fixed size. Moving a page from L3
 * to T2 evicts no page. T1 and T2 may therefore temporarily exceed ARC's part of the capacity,
 * while L3 uses less than its part. A page of L3 that another write has cleaned stays in L3 and is
 * later evicted without a write.
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
   * Creates a policy with empty lists.
   *
   * @param writeListCapacity capacity of L3, the list of dirty pages; less than {@code capacity}
   * @param clusterPages number of pages of a cluster
   * @param distance maximum distance of a cluster's start from the last written page at which the
   *     policy prefers this cluster to the largest cluster
   */
  FbarcPolicy(
      long capacity, long writeListCapacity, int clusterPages, long distance, CachedPages pages) {
    super(capacity, capacity - writeListCapacity, GHOST_QUEUES, pages);
    this.writeListCapacity = writeListCapacity;
    this.distance = distance;
    clusters = new PageClusters(queues, clusterPages);
    run = new int[clusterPages];
  }

  /**
   * Returns the sum of the costs of all pages in L3, the list of dirty pages, in the unit of the
   * capacity.
   */
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
