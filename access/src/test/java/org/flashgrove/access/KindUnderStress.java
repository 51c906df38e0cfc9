package org.flashgrove.access;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.HeapSnapshot;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;

/**
 * Treats a structure of any kind as a set of ids. The id determines all other data of its entry.
 */
abstract class KindUnderStress {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  /**
   * Adds and removes ids in a batch of the store. The caller closes the result after the commit.
   */
  abstract AutoCloseable change(WriteBatch batch, long[] added, long[] removed);

  /** Passes all ids to {@code ids}. Fails if the other data of an entry do not match its id. */
  abstract void visit(StoreSnapshot snapshot, LongConsumer ids);

  /** Returns the structure with a name. */
  static KindUnderStress of(Store store, String name) {
    Structure structure = store.structure(name);
    if (structure instanceof EntryStructure entries) {
      return new Rectangles(entries);
    } else if (structure instanceof KeyStructure keys) {
      return new Keys(keys);
    }
    return new Records(store.records(name));
  }

  static double place(long id) {
    return (id * 0x9E3779B97F4A7C15L >>> 11) * 0x1p-53;
  }

  private static void requireFound(long id, boolean found) {
    if (!found) {
      throw new AssertionError("the entry of id " + id + " was not found");
    }
  }

  private static void requireEqual(long id, double found, double expected) {
    if (found != expected) {
      throw new AssertionError("id " + id + ": found " + found + " instead of " + expected);
    }
  }

  private static final class Rectangles extends KindUnderStress {
    private final EntryStructure entries;

    Rectangles(EntryStructure entries) {
      this.entries = entries;
    }

    @Override
    AutoCloseable change(WriteBatch batch, long[] added, long[] removed) {
      SpatialBatch changes = entries.begin(batch);
      for (long id : added) {
        changes.insert(id, place(id), place(~id), place(id), place(~id));
      }
      for (long id : removed) {
        requireFound(id, changes.delete(id, place(id), place(~id), place(id), place(~id)));
      }
      return changes;
    }

    @Override
    void visit(StoreSnapshot snapshot, LongConsumer ids) {
      entries
          .at(snapshot, false, pages -> {})
          .search(
              0,
              0,
              1,
              1,
              (id, minX, minY, maxX, maxY) -> {
                requireEqual(id, minX, place(id));
                requireEqual(id, maxY, place(~id));
                ids.accept(id);
              });
    }
  }

  private static final class Keys extends KindUnderStress {
    private final KeyStructure keys;

    Keys(KeyStructure keys) {
      this.keys = keys;
    }

    @Override
    AutoCloseable change(WriteBatch batch, long[] added, long[] removed) {
      BPlusBatch changes = keys.begin(batch);
      for (long id : added) {
        changes.insert(id, ~id);
      }
      for (long id : removed) {
        requireFound(id, changes.delete(id, ~id));
      }
      return changes;
    }

    @Override
    void visit(StoreSnapshot snapshot, LongConsumer ids) {
      LeafCursor cursor = keys.cursor(snapshot, Long.MIN_VALUE, Long.MAX_VALUE, pages -> {});
      while (cursor.nextLeaf()) {
        for (int i = 0; i < cursor.count(); i++) {
          requireEqual(cursor.key(i), cursor.value(i), ~cursor.key(i));
          ids.accept(cursor.key(i));
        }
      }
    }
  }

  private static final class Records extends KindUnderStress {
    private static final int BYTES = 40;

    private final RecordStructure records;
    private final Map<Long, Long> rids = new HashMap<>();

    Records(RecordStructure records) {
      this.records = records;
    }

    @Override
    AutoCloseable change(WriteBatch batch, long[] added, long[] removed) {
      HeapOperation changes = records.begin(batch);
      for (long id : added) {
        ByteBuffer body = ByteBuffer.allocate(BYTES).putLong(0, ~id);
        rids.put(id, changes.insert(id, EMPTY, body));
      }
      for (long id : removed) {
        requireFound(id, changes.delete(rids.remove(id)));
      }
      return () -> {}; // the batch of the store closes the operation
    }

    @Override
    void visit(StoreSnapshot snapshot, LongConsumer ids) {
      HeapSnapshot heap = snapshot.of(records.heap());
      try (HeapScan scan = heap.scan(4)) {
        while (scan.next()) {
          long id = scan.record().id();
          ByteBuffer body = scan.record().attributes();
          requireEqual(id, body.getLong(body.position()), ~id);
          ids.accept(id);
        }
      }
    }
  }
}
