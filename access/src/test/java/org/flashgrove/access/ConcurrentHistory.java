package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * History of the operations of one writer on a store. Concurrent readers apply the operations to
 * their own models.
 */
final class ConcurrentHistory {
  /** Number of different ids of entries: 0 to {@code IDS - 1}. */
  static final int IDS = 600;

  private final int[] ids;
  private final double[][] boxes;

  /** Number of operations that have begun. */
  private final AtomicInteger begun = new AtomicInteger();

  private final AtomicInteger ended = new AtomicInteger();

  ConcurrentHistory(int operations) {
    ids = new int[operations];
    boxes = new double[operations][];
  }

  /** Returns the number of operations that have begun. */
  int begun() {
    return begun.get();
  }

  /** Returns the number of operations that have ended. */
  int ended() {
    return ended.get();
  }

  int operations() {
    return ids.length;
  }

  /**
   * Returns a random rectangle with its lower left corner in the unit square and sides up to {@code
   * side}.
   */
  static double[] box(SplittableRandom random, double side) {
    double x = random.nextDouble();
    double y = random.nextDouble();
    return new double[] {x, y, x + random.nextDouble() * side, y + random.nextDouble() * side};
  }

  /** Inserts, deletes, updates and flushes. Some operations run while the thread is interrupted. */
  void write(SpatialStore store, SplittableRandom random) {
    double[][] live = new double[IDS][];
    for (int i = 0; i < ids.length; i++) {
      int id = random.nextInt(IDS);
      double[] next = live[id] != null && random.nextInt(3) == 0 ? null : box(random, 0.02);
      ids[i] = id;
      boxes[i] = next;
      boolean interrupted = random.nextInt(50) == 0;
      begun.set(i + 1);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      change(store, id, live[id], next);
      assertThat(Thread.interrupted()).isEqualTo(interrupted);
      live[id] = next;
      ended.set(i + 1);
      if (random.nextInt(500) == 0) {
        store.flush();
      }
    }
  }

  private static void change(SpatialStore store, int id, double[] old, double[] next) {
    if (old == null) {
      store.insert(id, next[0], next[1], next[2], next[3]);
    } else if (next == null) {
      assertThat(store.delete(id, old[0], old[1], old[2], old[3])).isTrue();
    } else {
      assertThat(store.update(id, old, next)).isTrue();
    }
  }

  /** Returns a hash of an entry. Different entries are unlikely to have the same hash. */
  static long fingerprint(long id, double x1, double y1, double x2, double y2) {
    long hash = id;
    hash = hash * 31 + Double.doubleToLongBits(x1);
    hash = hash * 31 + Double.doubleToLongBits(y1);
    hash = hash * 31 + Double.doubleToLongBits(x2);
    return (hash * 31 + Double.doubleToLongBits(y2)) * 0x9E3779B97F4A7C15L;
  }

  /** The entries that exist after the first operations of the history. */
  final class Model {
    private final double[][] live = new double[IDS][];
    private final double[] distances = new double[IDS];
    private int applied;

    /** Returns the number of operations that were applied to this model. */
    int applied() {
      return applied;
    }

    /** Applies operations until {@code operations} of them are applied. */
    void advance(int operations) {
      while (applied < operations) {
        live[ids[applied]] = boxes[applied];
        applied++;
      }
    }

    /** Returns the sum of the fingerprints of the entries that intersect a window. */
    long window(double[] window) {
      long sum = 0;
      for (int id = 0; id < IDS; id++) {
        double[] box = live[id];
        if (box != null && intersect(box, window)) {
          sum += fingerprint(id, box[0], box[1], box[2], box[3]);
        }
      }
      return sum;
    }

    /** Returns a hash of the entries nearest to a point, in their order. */
    long nearest(double x, double y, int limit) {
      for (int id = 0; id < IDS; id++) {
        double[] box = live[id];
        distances[id] = box == null ? Double.POSITIVE_INFINITY : distance(box, x, y);
      }
      long hash = 0;
      for (int i = 0; i < limit; i++) {
        int least = 0;
        for (int id = 1; id < IDS; id++) {
          least = distances[id] < distances[least] ? id : least;
        }
        if (distances[least] == Double.POSITIVE_INFINITY) {
          break;
        }
        distances[least] = Double.POSITIVE_INFINITY;
        double[] box = live[least];
        hash = hash * 31 + fingerprint(least, box[0], box[1], box[2], box[3]);
      }
      return hash;
    }

    /**
     * Returns the sum of the hashes of all pairs of entries that intersect. Each entry also forms a
     * pair with itself.
     */
    long pairs() {
      long sum = 0;
      for (int left = 0; left < IDS; left++) {
        double[] box = live[left];
        for (int right = 0; box != null && right < IDS; right++) {
          if (live[right] != null && intersect(box, live[right])) {
            sum += pair(left, right);
          }
        }
      }
      return sum;
    }

    /** Returns whether an entry with this id and fingerprint exists. */
    boolean contains(long id, long fingerprint) {
      double[] box = live[(int) id];
      return box != null && fingerprint(id, box[0], box[1], box[2], box[3]) == fingerprint;
    }

    /** Returns the number of entries. */
    long size() {
      long count = 0;
      for (double[] box : live) {
        count += box == null ? 0 : 1;
      }
      return count;
    }
  }

  /** Returns a hash of a pair of ids. Different pairs are unlikely to have the same hash. */
  static long pair(long left, long right) {
    return (left * IDS + right + 1) * 0x9E3779B97F4A7C15L;
  }

  private static boolean intersect(double[] a, double[] b) {
    return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
  }

  private static double distance(double[] box, double x, double y) {
    double dx = Math.max(Math.max(box[0] - x, x - box[2]), 0);
    double dy = Math.max(Math.max(box[1] - y, y - box[3]), 0);
    return Math.sqrt(dx * dx + dy * dy);
  }
}
