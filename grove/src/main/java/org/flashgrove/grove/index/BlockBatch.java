package org.flashgrove.grove.index;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.grove.block.WordList;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * Batch of changes that commit together. Until the commit, only queries of the batch see these
 * changes.
 */
public final class BlockBatch implements SpatialBatch {
  /** Initial capacity in entries. It is small, because most batches hold one change. */
  private static final int FIRST_ROOM = 4;

  private final BlockIndex<?> index;
  private final boolean blind;
  private final ComponentOperation operation;
  private final long sizeBefore;
  private final WordList staged = new WordList();
  private final EntryColumns added = new EntryColumns(FIRST_ROOM);
  private final EntryColumns gone = new EntryColumns(FIRST_ROOM);

  /**
   * Maps each added entry to the indexes of the equal entries in {@link #added}. Null until the
   * batch deletes an entry that it added.
   */
  private Map<Entry, Set<Integer>> places;

  /** Counts of equal entries in {@link #added}. Null until a deletion needs them. */
  private Tombstones addedCounts;

  /** Counts of equal entries in {@link #gone}. Null until a deletion needs them. */
  private Tombstones goneCounts;

  private final double[] box = new double[4];
  private boolean broken;
  private boolean committed;
  private boolean closed;

  BlockBatch(BlockIndex<?> index, boolean blind, long sizeBefore, ComponentOperation operation) {
    this.index = index;
    this.blind = blind;
    this.operation = operation;
    this.sizeBefore = sizeBefore;
  }

  /**
   * Bulk-loads an empty index when the batch commits. The batch must contain nothing else.
   *
   * @param loader loader from {@link BlockIndex#bulkLoader} of this index; it cannot be used again
   * @throws IllegalStateException if the index is not empty, or if its domain was chosen after the
   *     loader was created
   */
  public void load(BlockLoader loader) {
    requireUsable();
    broken = true; // until the load is complete
    index.load(loader, operation::stageEdit);
    broken = false;
  }

  private void requireUsable() {
    if (closed || committed || broken) {
      throw BatchStateException.ended(closed, committed);
    }
  }

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    index.metric().requireObject(minX, minY, maxX, maxY);
    requireUsable();
    BlockIndex.fill(box, minX, minY, maxX, maxY);
    stage(WordList.INSERTION, id);
    added.add(0, id, box[0], box[1], box[2], box[3]);
    if (addedCounts != null) {
      addedCounts.add(id, box[0], box[1], box[2], box[3]);
    }
    if (places != null) {
      placesOf(addedAt(added.size() - 1)).add(added.size() - 1);
    }
  }

  private void stage(int kind, long id) {
    broken = true; // until the change is complete
    staged.clear();
    staged.addChange(kind, id, box[0], box[1], box[2], box[3]);
    operation.stage(staged.words(), staged.length());
    broken = false;
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    return delete(id, minX, minY, maxX, maxY, !blind);
  }

  @Override
  public boolean deleteKnown(long id, double minX, double minY, double maxX, double maxY) {
    return delete(id, minX, minY, maxX, maxY, false);
  }

  private boolean delete(
      long id, double minX, double minY, double maxX, double maxY, boolean lookedFor) {
    index.metric().requireObject(minX, minY, maxX, maxY);
    requireUsable();
    BlockIndex.fill(box, minX, minY, maxX, maxY);
    if (takesAdded(id)) {
      stage(WordList.DELETION, id);
      removeAdded(id);
      return true;
    }
    if (lookedFor && !index.hasMoreThan(taken(id), id, box)) {
      return false;
    }
    stage(WordList.DELETION, id);
    gone.add(0, id, box[0], box[1], box[2], box[3]);
    if (goneCounts != null) {
      goneCounts.add(id, box[0], box[1], box[2], box[3]);
    }
    return true;
  }

  /**
   * Returns whether this batch added, and has not deleted since, an entry with {@code id} and the
   * rectangle {@link #box}. Takes one such entry out of the counts.
   */
  private boolean takesAdded(long id) {
    if (added.size() == 0) {
      return false;
    }
    if (addedCounts == null) { // batches that only insert do not pay for counts
      addedCounts = counts(added);
    }
    return addedCounts.takes(id, box[0], box[1], box[2], box[3]);
  }

  /** Returns how many stored entries with {@code id} and {@link #box} this batch has deleted. */
  private int taken(long id) {
    if (gone.size() == 0) {
      return 0;
    }
    if (goneCounts == null) {
      goneCounts = counts(gone);
    }
    return goneCounts.count(id, box[0], box[1], box[2], box[3]);
  }

  private static Tombstones counts(EntryColumns entries) {
    Tombstones counts = new Tombstones();
    for (int i = 0; i < entries.size(); i++) {
      counts.add(entries.id(i), entries.minX(i), entries.minY(i), entries.maxX(i), entries.maxY(i));
    }
    return counts;
  }

  /**
   * Removes, from the entries that this batch added, one entry with {@code id} and the rectangle
   * {@link #box}. Such an entry must exist.
   */
  private void removeAdded(long id) {
    if (places == null) {
      places = new HashMap<>();
      for (int i = 0; i < added.size(); i++) {
        placesOf(addedAt(i)).add(i);
      }
    }
    Set<Integer> equal = placesOf(new Entry(id, box[0], box[1], box[2], box[3]));
    int own = equal.iterator().next();
    equal.remove(own);
    int last = added.size() - 1;
    if (own != last) {
      Set<Integer> moved = placesOf(addedAt(last));
      moved.remove(last);
      moved.add(own);
      added.copy(last, own);
    }
    added.truncate(last);
  }

  private Entry addedAt(int i) {
    return new Entry(added.id(i), added.minX(i), added.minY(i), added.maxX(i), added.maxY(i));
  }

  private Set<Integer> placesOf(Entry entry) {
    return places.computeIfAbsent(entry, key -> new HashSet<>());
  }

  @Override
  public long forEach(EntryQuery query, EntryVisitor visitor) {
    requireUsable();
    return new Entries().forEach(query, visitor);
  }

  /** View of all entries of the index, including the changes of this batch. */
  private final class Entries implements EntrySource {
    @Override
    public long scan(EntryQuery query, EntrySink sink) {
      if (query.isNearest()) {
        throw SpatialBatch.noNearest();
      }
      VisitResult[] answer = {VisitResult.CONTINUE};
      EntrySink watched =
          (id, x1, y1, x2, y2, distance) -> answer[0] = sink.found(id, x1, y1, x2, y2, distance);
      long visited = index.scanWithout(gone, query.everyMatch(), watched);
      RectangleQuery asked =
          metric().query(query.test(), query.minX(), query.minY(), query.maxX(), query.maxY());
      for (int i = 0; i < added.size() && answer[0] == VisitResult.CONTINUE; i++) {
        double x1 = added.minX(i);
        double y1 = added.minY(i);
        double x2 = added.maxX(i);
        double y2 = added.maxY(i);
        if (asked.holdsFor(x1, y1, x2, y2)) {
          visited++;
          watched.found(added.id(i), x1, y1, x2, y2, Double.NaN);
        }
      }
      return visited;
    }

    @Override
    public EntryCursor open(EntryQuery query) {
      throw new UnsupportedOperationException(
          "batch: cannot open a cursor; use forEach(), or commit and query the index");
    }

    @Override
    public Metric metric() {
      return index.metric();
    }

    @Override
    public long size() {
      return BlockBatch.this.size();
    }
  }

  @Override
  public long size() {
    requireUsable();
    return sizeBefore + added.size() - gone.size();
  }

  @Override
  public void commit() {
    requireUsable();
    committed = true;
    operation.commit();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        operation.close();
      } finally {
        index.finishBatch();
      }
    }
  }
}
