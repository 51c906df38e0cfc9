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
 * Finds records of a table in the newest commit. Uses an index on the key if the table has one,
 * otherwise the index on the geometry. Changes of an open batch are not visible. A RID can become
 * invalid, or belong to another record, as soon as another thread commits.
 *
 * <p>For one thread.
 */
public final class RecordLookup {
  /** Result if no record is found. */
  public static final long NONE = -1;

  /** Result if several records have the key. */
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
          "the table has no index to find records; add one on the key, such as key=bplus, or on"
              + " the geometry, such as geom=rstar");
    }
  }

  /** Returns whether a record can be found by its key alone. */
  public boolean findsByKey() {
    return keys != null;
  }

  /**
   * Finds the record with a key.
   *
   * @return RID of the record, {@link #NONE}, or {@link #SEVERAL}
   * @throws MissingIndexException if the table has no index on the key
   */
  public long find(long key) {
    if (keys == null) {
      throw new MissingIndexException(
          "the table has no index on the key; find records by key and geometry, or add an index,"
              + " such as key=bplus");
    }
    try (TableSnapshot snapshot = table.snapshot()) {
      return keys.cursor(snapshot, key, key, NOT_COUNTED).single(NONE, SEVERAL);
    }
  }

  /**
   * Rejects a key that several records have.
   *
   * @param found result of {@link #find(long)} for the key
   * @return {@code found}, which is a RID or {@link #NONE}
   * @throws DuplicateKeyException if {@code found} is {@link #SEVERAL}
   */
  static long requireOne(long key, long found) {
    if (found == SEVERAL) {
      throw new DuplicateKeyException(key, "has several records; query for them, and use byRid()");
    }
    return found;
  }

  /**
   * Finds a record by its key and the bounds of its geometry. Returns any matching record if
   * several match.
   *
   * @param bounds bounds of a geometry that is not empty
   * @return RID of the record, or {@link #NONE}
   */
  public long find(long key, Envelope bounds) {
    return find(key, bounds, null);
  }

  /**
   * Finds a record by its key and geometry. Returns any matching record if several match. Two
   * geometries match if they have the same points, even if their points or parts are in another,
   * equivalent order.
   *
   * @param geometry a geometry that is not empty
   * @return RID of the record, or {@link #NONE}
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
