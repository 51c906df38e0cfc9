package org.flashgrove.access.table;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreCheck;
import org.flashgrove.access.design.WholeKeys;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Checks that each index of a table matches the records, after the structures themselves are found
 * sound. Each indexed record must have exactly one entry. Only a lazy index may have stale entries
 * in addition. The check reads a record for each entry.
 */
public final class TableCheck {
  private static final int MOST_PROBLEMS = 100;
  private static final int READ_AHEAD_PAGES = 16;
  private static final long HASH = 0x9E37_79B9_7F4A_7C15L;

  private final Table table;
  private final List<String> problems = new ArrayList<>();
  private final RecordGeometries geometries = new RecordGeometries();
  private final HeapRecord record = new HeapRecord();
  private final IndexedRecord shown;
  private long notFinite;

  private TableCheck(Table table) {
    this.table = table;
    shown = new IndexedRecord(table);
  }

  /** Checks the structures of a table, and that its indices match the records. */
  static StoreCheck of(Table table) {
    return withSteps(StoreCheck.of(table.present().structures()), List.of(table));
  }

  /** Checks all structures of a store, and that the indices of its tables match the records. */
  public static StoreCheck of(Store store) {
    return withSteps(store.check(), Table.allOf(store));
  }

  private static StoreCheck withSteps(StoreCheck found, List<Table> tables) {
    StoreCheck all = found;
    for (Table table : tables) {
      all = all.withNotes(notes(table));
      if (found.ok()) {
        TableCheck check = new TableCheck(table);
        check.compare();
        all = all.with(check.problems).withNotFinite(check.notFinite);
      }
    }
    return all;
  }

  /** Returns a note for each index whose keys are eight-byte prefixes of longer values. */
  private static List<String> notes(Table table) {
    List<String> notes = new ArrayList<>();
    for (TableIndex each : table.indices()) {
      if (each instanceof AttributeIndex index
          && index.hasWords()
          && !index.attribute().type().hasExactWords()) {
        boolean isReplaced =
            WholeKeys.rebuilt(table.store().design()).containsKey(index.structure().name());
        notes.add(
            "index "
                + index.name()
                + " keeps 8 bytes of each "
                + index.attribute().type()
                + (isReplaced
                    ? "; run upgrade to keep whole values"
                    : ", as its spec or flash requires"));
      }
    }
    return notes;
  }

  private void problem(String text) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(text);
    }
  }

  private void compare() {
    List<TableIndex> indices = table.indices();
    long[] expected = new long[indices.size()];
    long[] hashes = new long[indices.size()];
    try (HeapScan scan = table.heap().scan(READ_AHEAD_PAGES)) {
      while (scan.next()) {
        notFinite += isFinite(scan.record()) ? 0 : 1;
        show(scan.record());
        shown.row().requireSound();
        for (int i = 0; i < expected.length; i++) {
          if (indices.get(i).isIndexed(shown)) {
            expected[i]++;
            hashes[i] += hash(scan.record().rid());
          }
        }
      }
    } catch (DamagedStoreException | IllegalArgumentException e) { // the latter: bad attributes
      problem("record " + shown.rid() + ": " + e.getMessage());
      return;
    }
    for (int i = 0; i < expected.length; i++) {
      compare(indices.get(i), expected[i], hashes[i]);
    }
  }

  private void compare(TableIndex index, long expected, long hash) {
    long[] seen = new long[2];
    LongIntMap met = new LongIntMap(16);
    index.forEach(
        entry -> {
          long rid = entry.rid();
          if (index.isLazy()) {
            boolean current =
                table.byRid().get(rid, record) && index.isEntryOf(show(record), entry);
            if (!current || met.get(rid) != LongIntMap.ABSENT) {
              return;
            }
            met.put(rid, 1);
          }
          seen[0]++;
          seen[1] += hash(rid);
          if (!table.byRid().get(rid, record)) {
            problem("index " + index.name() + ": entry of RID " + rid + " without a record");
          } else if (!index.isEntryOf(show(record), entry)) {
            problem("index " + index.name() + ": entry of RID " + rid + " is not its record's");
          }
        });
    if (seen[0] != expected || seen[1] != hash) {
      problem(
          "index "
              + index.name()
              + ": "
              + seen[0]
              + " entries for "
              + expected
              + " records, or of other records");
    }
  }

  private boolean isFinite(HeapRecord of) {
    Geometry geometry = geometries.stored(of.rid(), of.wkb());
    return geometry == null || GeometryForm.isFinite(geometry);
  }

  private IndexedRecord show(HeapRecord of) {
    shown.show(of.rid(), of.id(), null);
    shown.row().showBody(of.body());
    Envelope bounds = RecordGeometries.bounds(geometries.stored(of.rid(), of.wkb()));
    return shown.show(of.rid(), of.id(), bounds);
  }

  private static long hash(long rid) {
    long mixed = (rid + 1) * HASH;
    return (mixed ^ mixed >>> 32) * HASH;
  }
}
