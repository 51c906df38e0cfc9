package org.flashgrove.access.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.flashgrove.access.kind.Lifecycle;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.core.order.RadixSort;
import org.flashgrove.storage.log.StoreSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * One side of a join before it is opened: a table, a snapshot of a table, or a spatial index.
 *
 * @param table the table, or null for a spatial index
 * @param given a snapshot that the caller opened and closes, or null
 * @param index the spatial index, or null for a table
 * @param selection the records of the table that take part in the join; null for all
 */
record JoinSource(
    @Nullable Table table,
    @Nullable TableSnapshot given,
    @Nullable EntryStructure index,
    @Nullable RecordSelection selection) {
  static JoinSource of(Table table) {
    return new JoinSource(table, null, null, null);
  }

  static JoinSource of(TableSnapshot snapshot) {
    return new JoinSource(snapshot.table(), snapshot, null, null);
  }

  static JoinSource of(EntryStructure index) {
    return new JoinSource(null, null, index, null);
  }

  JoinSource where(RecordSelection newSelection) {
    return new JoinSource(table, given, index, Objects.requireNonNull(newSelection, "selection"));
  }

  /**
   * Returns the metric of the side in a join with another side. A table without an index on its
   * geometries takes the metric of the other side.
   */
  Metric metricWith(JoinSource other) {
    return hasIndex() ? metric() : other.metric();
  }

  private boolean hasIndex() {
    return table == null || table.geometryIndex() != null;
  }

  private Metric metric() {
    return table != null ? table.metric() : ofIndex().entries().metric();
  }

  private EntryStructure ofIndex() {
    if (index == null) {
      throw new IllegalStateException("a table");
    }
    return index;
  }

  /** Returns whether another source consists of the same objects at the same snapshot. */
  boolean hasObjectsOf(JoinSource other) {
    return table == other.table && given == other.given && index == other.index;
  }

  boolean areIndices(JoinSource other) {
    return index != null && other.index != null;
  }

  /** An open side with one snapshot for each thread. */
  record Opened(
      List<TableSnapshot> tables,
      List<StoreSnapshot> stores,
      @Nullable EntryStructure index,
      boolean isOwner)
      implements AutoCloseable {

    int count() {
      return index == null ? tables.size() : stores.size();
    }

    /**
     * Returns the side at the snapshot of a thread.
     *
     * @param comparesShapes whether the join compares objects as shapes
     * @param metric the metric of the join
     */
    JoinSide side(
        int thread,
        LongAdder recordsRead,
        long @Nullable [] admitted,
        boolean comparesShapes,
        Metric metric) {
      if (index != null) {
        EntrySnapshot entries = entries(thread);
        return new JoinSide(entries, entries.size(), null, admitted);
      }
      TableSnapshot snapshot = tables.get(thread);
      RecordFetch records = new RecordFetch(snapshot, recordsRead, comparesShapes);
      GeometryIndex geometries = snapshot.indices().ofGeometry();
      return new JoinSide(
          geometries == null
              ? new HeapEntries(records, metric, snapshot.size(), admitted)
              : geometries.at(snapshot, false, pages -> {}),
          snapshot.size(),
          records,
          admitted);
    }

    /** Returns the entries of an index at the snapshot of a thread. */
    EntrySnapshot entries(int thread) {
      if (index == null) {
        throw new IllegalStateException("a table");
      }
      return index.at(stores.get(thread), false, pages -> {});
    }

    @Override
    public void close() {
      if (isOwner) {
        List<Runnable> closings = new ArrayList<>();
        tables.forEach(each -> closings.add(each::close));
        stores.forEach(each -> closings.add(each::close));
        JoinSides.closeAll(closings);
      }
    }
  }

  /**
   * Opens the side.
   *
   * @param number requested number of snapshots; the result has at least one
   */
  Opened open(int number) {
    if (given != null) {
      return new Opened(List.of(given), List.of(), null, false);
    }
    if (table != null) {
      return new Opened(table.snapshots(number), List.of(), null, true);
    }
    Structure one = (Structure) ofIndex();
    return new Opened(List.of(), Lifecycle.snapshotsWith(one, one, number), index, true);
  }

  /** Opens this side and another side, at the same commit if both are indices of one store. */
  List<Opened> openWith(JoinSource right, int number) {
    if (areIndices(right)) {
      Structure one = (Structure) ofIndex();
      Structure other = (Structure) right.ofIndex();
      if (Lifecycle.isOfStoreOf(one, other)) {
        List<StoreSnapshot> both = Lifecycle.snapshotsWith(one, other, number);
        return List.of(
            new Opened(List.of(), both, index, true),
            new Opened(List.of(), both, right.index, false));
      }
    }
    Opened first = open(number);
    if (hasObjectsOf(right)) {
      return List.of(first, new Opened(first.tables, first.stores, first.index, false));
    }
    try {
      return List.of(first, right.open(number));
    } catch (RuntimeException | Error e) {
      JoinSides.closeAfter(first::close, e);
      throw e;
    }
  }

  /**
   * Returns the sorted RIDs of the selected records, or null if all objects take part in the join.
   */
  long @Nullable [] admitted(Opened opened, @Nullable QueryWatch watch) {
    if (selection == null) {
      return null;
    }
    long[] rids = new long[64];
    int count = 0;
    try (RecordCursor records = selection.open(opened.tables.get(0), watch)) {
      while (records.next()) {
        if (count == rids.length) {
          rids = Arrays.copyOf(rids, 2 * count);
        }
        rids[count++] = records.rid();
      }
    }
    rids = Arrays.copyOf(rids, count);
    RadixSort.sort(rids, count);
    return rids;
  }

  static <T> List<T> list(int count, IntFunction<T> each) {
    List<T> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(each.apply(i));
    }
    return all;
  }
}
