package org.flashgrove.literature.replacement;

import java.util.Arrays;
import org.flashgrove.core.replacement.KeyQueues;
import org.flashgrove.core.replacement.LongIntMap;

/**
 * Groups cached pages into clusters of neighbouring pages on the device. The number of a page's
 * cluster is the page's key divided by the number of pages per cluster. Each cluster is a queue in
 * the order in which its pages were added.
 */
final class PageClusters {
  private final KeyQueues queues;
  private final int clusterPages;
  private final LongIntMap queueOfCluster = new LongIntMap(16);
  private int[] active = new int[8];
  private int activeCount;
  private long[] numbers = new long[8];
  private int[] activeIndex = new int[8];
  private long[] jumps = new long[8];
  private long[] createdAt = new long[8];

  PageClusters(KeyQueues queues, int clusterPages) {
    if (clusterPages < 1) {
      throw new IllegalArgumentException("clusterPages = " + clusterPages + " (allowed: from 1)");
    }
    this.queues = queues;
    this.clusterPages = clusterPages;
  }

  /** Returns the number of clusters with pages. */
  int count() {
    return activeCount;
  }

  /**
   * Returns the queue of the {@code index}-th cluster with pages. The index must be less than
   * {@link #count()}.
   */
  int queue(int index) {
    return active[index];
  }

  /**
   * Returns the queue of the cluster with number {@code number}, or {@link KeyQueues#NONE} if it
   * has no pages.
   */
  int queueOf(long number) {
    return queueOfCluster.get(number);
  }

  /** Returns the number that identifies the cluster of a queue. */
  long number(int queue) {
    return numbers[queue];
  }

  /** Returns the lowest key that a page of a cluster can have. */
  long firstKey(int queue) {
    return numbers[queue] * clusterPages;
  }

  /**
   * Returns the sum of the absolute differences between the keys of consecutively added pages of a
   * cluster.
   */
  long jumps(int queue) {
    return jumps[queue];
  }

  /** Returns the time at which a cluster was created. */
  long createdAt(int queue) {
    return createdAt[queue];
  }

  /**
   * Moves a cached page to the cluster to which its key belongs.
   *
   * @param position position of the page in the queues
   * @param time creation time for the cluster, used only if the page is the first page of the
   *     cluster
   */
  void add(int position, long time) {
    long key = queues.key(position);
    long number = Math.floorDiv(key, (long) clusterPages);
    int queue = queueOfCluster.get(number);
    if (queue == LongIntMap.ABSENT) {
      queue = create(number, time);
    }
    int last = queues.last(queue);
    if (last != KeyQueues.NONE) {
      jumps[queue] += Math.abs(key - queues.key(last));
    }
    queues.move(queue, position);
  }

  private int create(long number, long time) {
    int queue = queues.addQueue();
    if (queue >= numbers.length) {
      int room = Math.max(queue + 1, numbers.length * 2);
      numbers = Arrays.copyOf(numbers, room);
      activeIndex = Arrays.copyOf(activeIndex, room);
      jumps = Arrays.copyOf(jumps, room);
      createdAt = Arrays.copyOf(createdAt, room);
    }
    if (activeCount == active.length) {
      active = Arrays.copyOf(active, activeCount * 2);
    }
    queueOfCluster.put(number, queue);
    numbers[queue] = number;
    jumps[queue] = 0;
    createdAt[queue] = time;
    activeIndex[queue] = activeCount;
    active[activeCount++] = queue;
    return queue;
  }

  /** Moves a page of a cluster to another queue. */
  void move(int position, int toQueue) {
    int queue = leave(position);
    queues.move(toQueue, position);
    dropIfEmpty(queue);
  }

  /** Removes a page of a cluster from all queues. */
  void remove(int position) {
    int queue = leave(position);
    queues.remove(position);
    dropIfEmpty(queue);
  }

  private int leave(int position) {
    int queue = queues.queue(position);
    int before = queues.previous(position);
    int after = queues.next(position);
    long key = queues.key(position);
    if (before != KeyQueues.NONE) {
      jumps[queue] -= Math.abs(key - queues.key(before));
    }
    if (after != KeyQueues.NONE) {
      jumps[queue] -= Math.abs(queues.key(after) - key);
      if (before != KeyQueues.NONE) {
        jumps[queue] += Math.abs(queues.key(after) - queues.key(before));
      }
    }
    return queue;
  }

  private void dropIfEmpty(int queue) {
    if (queues.size(queue) == 0) {
      queueOfCluster.remove(numbers[queue]);
      int moved = active[--activeCount];
      active[activeIndex[queue]] = moved;
      activeIndex[moved] = activeIndex[queue];
      queues.dropQueue(queue);
    }
  }
}
