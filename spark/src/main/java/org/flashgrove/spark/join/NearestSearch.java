package org.flashgrove.spark.join;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;
import org.flashgrove.access.scan.NearestRecords;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.file.FileSearch.Near;
import org.flashgrove.spark.read.TableUse;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Nearest-neighbour search over the tables of a dataset, for one task and its thread. The tables
 * that were used most recently stay open.
 */
final class NearestSearch implements NearestJoin.Search {
  /** Maximum number of open tables. */
  private static final int MOST = 16;

  private final StructType lefts;
  private final JoinedDataset dataset;
  private final List<SealedTable> tables;
  private final int wanted;
  private final SkipAccumulator skipped;
  private final double[] distances;
  private final Map<SealedTable, TableUse> uses = new LinkedHashMap<>(MOST, 0.75f, true);

  /**
   * Creates a search that ends with the current task.
   *
   * @param lefts columns of the left rows, for messages
   * @param wanted number of rows to find for each left row
   */
  NearestSearch(StructType lefts, JoinedDataset dataset, int wanted, SkipAccumulator skipped) {
    this.lefts = lefts;
    this.dataset = dataset;
    this.skipped = skipped;
    tables = dataset.tables().stream().filter(table -> table.bounds() != null).toList();
    this.wanted = wanted;
    distances = new double[tables.size()];
    TaskCompletionListener close = task -> close(uses.values().iterator());
    TaskContext.get().addTaskCompletionListener(close);
  }

  /** Closes all tables, even if closing one of them fails. */
  private static void close(Iterator<TableUse> opened) {
    while (opened.hasNext()) {
      try (TableUse last = opened.next()) {
        close(opened);
      }
    }
  }

  @Override
  public List<Near> near(InternalRow left, Geometry from) {
    Envelope box = from.getEnvelopeInternal();
    for (int i = 0; i < distances.length; i++) {
      distances[i] = tables.get(i).bounds().least(box);
    }
    List<Near> nearest = new ArrayList<>();
    int next = next();
    while (next >= 0 && distances[next] <= farthest(nearest)) {
      nearest = merged(nearest, of(tables.get(next), left, from, farthest(nearest)));
      distances[next] = Double.POSITIVE_INFINITY;
      next = next();
    }
    return nearest;
  }

  /** Returns the index of the nearest table that was not searched yet, or -1 if there is none. */
  private int next() {
    int next = -1;
    for (int i = 0; i < distances.length; i++) {
      if (distances[i] < (next < 0 ? Double.POSITIVE_INFINITY : distances[next])) {
        next = i;
      }
    }
    return next;
  }

  /**
   * Returns the distance below which a further row would still be among the nearest. It is infinite
   * until enough rows are found.
   */
  private double farthest(List<Near> nearest) {
    return nearest.size() < wanted
        ? Double.POSITIVE_INFINITY
        : nearest.get(nearest.size() - 1).distance();
  }

  private List<Near> of(SealedTable table, InternalRow left, Geometry from, double within) {
    TableUse use = use(table);
    List<Near> found = new ArrayList<>();
    try (NearestRecords nearest = NearestRecords.open(use.snapshot(), from, null, wanted, null)) {
      while (nearest.next() && nearest.distance() < within) {
        found.add(new Near(use.row(nearest.record()), nearest.distance()));
      }
      skipped.add(left, lefts, table.file(), nearest.figures().skipped());
    }
    return found;
  }

  /** Merges two lists in order of distance, and keeps only as many rows as the join wants. */
  private List<Near> merged(List<Near> one, List<Near> other) {
    if (one.isEmpty()) {
      return other;
    }
    List<Near> both = new ArrayList<>();
    int first = 0;
    int second = 0;
    while (both.size() < wanted && first + second < one.size() + other.size()) {
      boolean takesFirst =
          second == other.size()
              || first < one.size() && one.get(first).distance() <= other.get(second).distance();
      both.add(takesFirst ? one.get(first++) : other.get(second++));
    }
    return both;
  }

  private TableUse use(SealedTable table) {
    TableUse found = uses.get(table);
    if (found == null) {
      if (uses.size() == MOST) {
        Iterator<TableUse> eldest = uses.values().iterator();
        TableUse gone = eldest.next();
        eldest.remove();
        gone.close();
      }
      found = dataset.opened(table);
      uses.put(table, found);
    }
    return found;
  }
}
