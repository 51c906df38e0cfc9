package org.flashgrove.sidecar;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.sidecar.FileIndex.Neighbour;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Finds the features of a file that are nearest to a geometry.
 *
 * @param store entries of the index
 * @param rows the file
 * @param filter condition on attributes; null for none
 * @param skipped receives the reason and the id of each feature whose distance no algorithm can
 *     compute; null to throw an exception for such a feature
 * @param check called repeatedly; throws an exception to end the search
 */
record NeighbourSearch(
    SpatialStore store,
    RowFile rows,
    @Nullable Filter filter,
    @Nullable ObjLongConsumer<String> skipped,
    Runnable check) {
  /** Number of entries that a query reads at first in addition to its number of neighbours. */
  private static final int SPARE_ENTRIES = 8;

  /** Maximum number of rows that are read together. */
  private static final int MOST_ROWS = 1 << 12;

  private static final Comparator<Neighbour> NEAREST_FIRST =
      Comparator.comparingDouble(Neighbour::distance)
          .thenComparingLong(each -> each.feature().row());

  /** Returns the nearest features; see {@link FileIndex#nearest}. */
  List<Neighbour> find(Geometry from, int k) {
    Found found = new Found(from, k);
    Envelope box = from.getEnvelopeInternal();
    Set<Long> read = new HashSet<>();
    for (long asked = (long) k + SPARE_ENTRIES; ; asked *= 4) {
      try (EntryCursor boxes =
          store.cursor(EntryQuery.nearest(asked, box).cancelWhen(this::isCancelled))) {
        if (addAll(boxes, asked, read, found)) {
          return found.nearest();
        }
      }
    }
  }

  /** Lets {@link #check} end the search. Otherwise returns false. */
  private boolean isCancelled() {
    check.run();
    return false;
  }

  /**
   * Measures the features of the nearest entries. Batches double until k features are found. Later
   * batches contain only rows whose boxes are within the distance of the k-th feature.
   *
   * @param asked maximum number of entries
   * @param read entries whose features were measured before; the cursor passes them again
   * @return false if features of further entries may be nearer
   */
  private boolean addAll(EntryCursor boxes, long asked, Set<Long> read, Found found) {
    long entries = 0;
    boolean hasNext = boxes.next();
    int most = Math.min(MOST_ROWS, found.k);
    for (; hasNext && boxes.distance() <= found.reach(); most = Math.min(MOST_ROWS, 2 * most)) {
      RowNumbers batch = new RowNumbers();
      int limit = found.isFull() ? MOST_ROWS : most;
      for (int rows = 0; hasNext && rows < limit && boxes.distance() <= found.reach(); ) {
        entries++;
        if (read.add(boxes.id())) {
          batch.addRun(boxes.id());
          rows += RowRuns.length(boxes.id());
        }
        hasNext = boxes.next();
      }
      measure(batch.ascending(), found);
    }
    return hasNext || entries < asked;
  }

  private void measure(long[] numbers, Found found) {
    try (FeatureMatches features = new FeatureMatches(rows, null, filter, numbers, true, null)) {
      while (features.next()) {
        check.run();
        try {
          found.add(features, PlanarDistance.between(features.geometry(), found.from));
        } catch (UnansweredGeometryException e) {
          if (skipped == null) {
            throw e;
          }
          skipped.accept(String.valueOf(e.getMessage()), features.id());
        }
      }
    }
  }

  /** Features that are nearest among those that were measured. */
  private static final class Found {
    private final Geometry from;
    private final int k;
    private final PriorityQueue<Neighbour> farthestFirst =
        new PriorityQueue<>(NEAREST_FIRST.reversed());

    Found(Geometry from, int k) {
      this.from = from;
      this.k = k;
    }

    boolean isFull() {
      return farthestFirst.size() == k;
    }

    /** Returns the distance beyond which a feature is not in the result. */
    double reach() {
      return isFull() ? farthestFirst.element().distance() : Double.POSITIVE_INFINITY;
    }

    /** Adds the current feature of a cursor, unless enough features are nearer. */
    void add(FeatureMatches features, double distance) {
      if (distance > reach()) {
        return;
      }
      farthestFirst.add(new Neighbour(features.feature(), distance));
      if (farthestFirst.size() > k) {
        farthestFirst.remove();
      }
    }

    List<Neighbour> nearest() {
      return farthestFirst.stream().sorted(NEAREST_FIRST).toList();
    }
  }
}
