package org.flashgrove.access.table;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Finds records of a table as the newest commit left them: by an index on the key if the table has
 * one, else by the index on the geometry. Within a batch that is the commit before the batch; from
 * the moment another thread commits, a RID found may be gone, or another record's.
 *
 * <p>For one thread.
 */
public final class RecordLookup {
  /** No record is found. */
  public static final long NONE = -1;

  /** Several records have the key. */
  public static final long SEVERAL = -2;

  private static final LongConsumer NOT_COUNTED = pages -> {};

  private final Table table;
  private final @Nullable KeyIndex keys;
  private final @Nullable GeometryIndex boxes;
  private final RecordGeometries geometries = new RecordGeometries();
  private final HeapRecord record = new HeapRecord();
  private long[] candidates = new long[8];
  private int candidateCount;

  RecordLookup(Table table) {
    this.table = table;
    keys = table.keyIndex();
    boxes = table.geometryIndex();
    if (keys == null && boxes == null) {
      throw new MissingIndexException(
          "the table has no index to find records by (allowed: one with an index on the key, such"
              + " as key=bplus, or on the geometry, such as geom=rstar)");
    }
  }

  /** Returns whether records can be found by their keys alone. */
  public boolean findsByKey() {
    return keys != null;
  }

  /**
   * Finds the record of a key.
   *
   * @return its RID, {@link #NONE}, or {@link #SEVERAL}
   * @throws MissingIndexException if the table has no index on the key
   */
  public long find(long key) {
    if (keys == null) {
      throw new MissingIndexException(
          "the table has no index on the key (allowed: finding records by key and geometry, or a"
              + " table with an index such as key=bplus)");
    }
    try (TableSnapshot snapshot = table.snapshot()) {
      return single(keys.cursor(snapshot, key, key, NOT_COUNTED));
    }
  }

  /**
   * Refuses a key of several records.
   *
   * @param found what {@link #find(long)} returned for the key
   * @return {@code found}, a RID or {@link #NONE}
   */
  static long requireOne(long key, long found) {
    if (found == SEVERAL) {
      throw new DuplicateKeyException(
          key, "has several records; find them by a query, use byRid()");
    }
    return found;
  }

  /** The value of the only pair of a cursor, {@link #NONE} or {@link #SEVERAL}. */
  static long single(LeafCursor pairs) {
    long found = NONE;
    while (pairs.nextLeaf()) {
      if (found != NONE || pairs.count() > 1) {
        return SEVERAL;
      }
      found = pairs.value(0);
    }
    return found;
  }

  /**
   * Finds a record of a key whose geometry has these bounds; if there are several, one of them.
   *
   * @param bounds of a geometry that is not empty
   * @return its RID, or {@link #NONE}
   */
  public long find(long key, Envelope bounds) {
    return find(key, bounds, null);
  }

  /**
   * Returns a record with this key and geometry: the same points in an equivalent order. If several
   * exist, returns one of them.
   *
   * @param geometry not empty
   * @return its RID, or {@link #NONE}
   */
  public long find(long key, Geometry geometry) {
    return find(key, geometry.getEnvelopeInternal(), geometry);
  }

  private long find(long key, Envelope bounds, @Nullable Geometry geometry) {
    candidateCount = 0;
    try (TableSnapshot snapshot = table.snapshot()) {
      if (keys != null) {
        LeafCursor pairs = keys.cursor(snapshot, key, key, NOT_COUNTED);
        while (pairs.nextLeaf()) {
          for (int i = 0; i < pairs.count(); i++) {
            add(pairs.value(i));
          }
        }
      } else if (boxes != null) {
        boxes
            .at(snapshot, false, NOT_COUNTED)
            .forEach(
                EntryQuery.matching(Predicate.EQUALS.candidates(), bounds).idsOnly(),
                (rid, x1, y1, x2, y2) -> {
                  add(rid);
                });
      }
      for (int i = 0; i < candidateCount; i++) {
        if (isIt(snapshot, candidates[i], key, bounds, geometry)) {
          return candidates[i];
        }
      }
      return NONE;
    }
  }

  private void add(long rid) {
    if (candidateCount == candidates.length) {
      candidates = Arrays.copyOf(candidates, 2 * candidateCount);
    }
    candidates[candidateCount++] = rid;
  }

  private boolean isIt(
      TableSnapshot snapshot, long rid, long key, Envelope bounds, @Nullable Geometry geometry) {
    if (!snapshot.get(rid, record) || record.id() != key) {
      return false;
    }
    Geometry stored = geometries.stored(rid, record.wkb());
    return bounds.equals(RecordGeometries.bounds(stored))
        && (geometry == null || geometry.equalsExact(stored) || geometry.equalsNorm(stored));
  }
}
