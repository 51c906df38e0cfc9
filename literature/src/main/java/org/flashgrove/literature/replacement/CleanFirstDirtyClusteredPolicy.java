package org.flashgrove.literature.replacement;

import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.SingleVictimPolicy;

/**
 * CFDC, clean-first dirty-clustered (Ou, Härder and Jin, DaMoN 2009). Pages are in a working
 * region, which is an LRU list, or in a priority region, from which pages are evicted. The priority
 * region consists of an LRU list of clean pages, and clusters of dirty pages with nearby locations.
 * Clean pages are evicted first. Then the pages of the cluster with the lowest priority are evicted
 * one by one in order of their arrival, so that writes are clustered.
 *
 * <p>Priority = Σ|key(i) − key(i−1)| / (n² × age), where n is the number of pages in the cluster.
 * The location of the i-th page of the cluster is key(i). The sum is 1 for a single page. The age
 * is the number of dirty pages evicted since the cluster was created. The formula was written from
 * memory and not verified against the paper. Among clusters of equal priority, the cluster that was
 * created first is evicted. If the creation times are equal, too, the cluster with the lower number
 * is evicted.
 *
 * <p>A page that is cleaned in its cluster moves to the clean list. If no page of the priority
 * region can be evicted, the least recently used page of the working region is evicted.
 */
final class CleanFirstDirtyClusteredPolicy extends SingleVictimPolicy {
  private static final int WORKING = 0;
  private static final int CLEAN = 1;

  private final long workingCapacity;
  private final PageClusters clusters;
  private long dirtyEvictions;
  private boolean inCluster;
  private long currentCluster;

  CleanFirstDirtyClusteredPolicy(
      long capacity, long workingCapacity, int clusterPages, CachedPages pages) {
    super(2, capacity, pages);
    this.workingCapacity = workingCapacity;
    clusters = new PageClusters(queues, clusterPages);
  }

  private boolean isClustered(int position) {
    return queues.queue(position) > CLEAN;
  }

  @Override
  public void access(int position, boolean write) {
    if (isClustered(position)) {
      clusters.move(position, WORKING);
    } else {
      queues.move(WORKING, position);
    }
    if (write) {
      markDirty(position);
    }
    shrinkWorkingRegion();
  }

  @Override
  public int admit(long key, int level, long cost, boolean write) {
    if (cost > capacity() || !makeRoom(cost, NONE)) {
      return NONE;
    }
    int position = enter(WORKING, key, cost, write);
    shrinkWorkingRegion();
    return position;
  }

  private void shrinkWorkingRegion() {
    while (queues.cost(WORKING) > workingCapacity) {
      int oldest = queues.first(WORKING);
      if (isDirty(oldest)) {
        clusters.add(oldest, dirtyEvictions);
      } else {
        queues.move(CLEAN, oldest);
      }
    }
  }

  @Override
  public boolean resize(int position, long cost) {
    boolean fits = super.resize(position, cost);
    shrinkWorkingRegion();
    return fits;
  }

  @Override
  public void clean(int position) {
    markClean(position);
    if (isClustered(position)) {
      clusters.move(position, CLEAN);
    }
  }

  @Override
  protected int victim(int spared) {
    int position = oldest(CLEAN, spared);
    if (position == NONE) {
      position = oldestClustered(spared);
    }
    return position != NONE ? position : oldest(WORKING, spared);
  }

  /**
   * Returns the oldest page of the cluster whose pages are being evicted one by one. If that
   * cluster is empty, first chooses the cluster with the lowest priority.
   *
   * @param spared position of a page that must not be evicted
   */
  private int oldestClustered(int spared) {
    int queue = inCluster ? clusters.queueOf(currentCluster) : NONE;
    int position = queue == NONE ? NONE : oldest(queue, spared);
    if (position != NONE) {
      return position;
    }
    queue = lowestPriority(spared);
    inCluster = queue != NONE;
    if (!inCluster) {
      return NONE;
    }
    currentCluster = clusters.number(queue);
    return oldest(queue, spared);
  }

  private int lowestPriority(int spared) {
    int lowest = NONE;
    for (int index = 0; index < clusters.count(); index++) {
      int queue = clusters.queue(index);
      if ((lowest == NONE || goesBefore(queue, lowest)) && oldest(queue, spared) != NONE) {
        lowest = queue;
      }
    }
    return lowest;
  }

  private boolean goesBefore(int queue, int other) {
    int order = Double.compare(priority(queue), priority(other));
    if (order == 0) {
      order = Long.compare(clusters.createdAt(queue), clusters.createdAt(other));
    }
    return order == 0 ? clusters.number(queue) < clusters.number(other) : order < 0;
  }

  private double priority(int queue) {
    double size = queues.size(queue);
    double jumps = size == 1 ? 1 : clusters.jumps(queue);
    return jumps / (size * size * (dirtyEvictions - clusters.createdAt(queue)));
  }

  @Override
  protected void evict(int position) {
    boolean wasDirty = isDirty(position);
    super.evict(position);
    if (wasDirty) {
      dirtyEvictions++;
    }
  }

  @Override
  protected void drop(int position) {
    if (isClustered(position)) {
      markClean(position);
      clusters.remove(position);
    } else {
      super.drop(position);
    }
  }
}
