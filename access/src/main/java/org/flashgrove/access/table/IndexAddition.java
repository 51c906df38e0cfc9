package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.KeyKind;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/** Adds an index to a table that already has records, and fills it. */
final class IndexAddition {
  private static final int MOST_SORT_BYTES = 32 << 20;
  private static final int LEAST_SORT_BYTES = 256 << 10;
  private static final int SORT_BYTES_OF_ENTRY = 64;
  private static final int WINDOW_PAGES = 64;
  private static final long STEP = 10_000;

  private final Table table;
  private final LongConsumer progress;
  private final RecordGeometries geometries = new RecordGeometries();
  private TableIndex.@Nullable Loading loading;

  private IndexAddition(Table table, LongConsumer progress) {
    this.table = table;
    this.progress = progress;
  }

  static void run(Table table, String text, LongConsumer progress) {
    String[] index = nameAndSpec(text);
    requireIndex(StructureKinds.parse(index[1], table.options().pageSize()));
    IndexAddition addition = new IndexAddition(table, progress);
    try {
      table
          .store()
          .add(
              table.name() + "." + index[0],
              index[1],
              (structure, batch) -> addition.fill(index[0], structure, batch));
    } finally {
      if (addition.loading != null) {
        addition.loading.close(); // staged changes remain until the commit
      }
    }
  }

  private void fill(String name, Structure structure, WriteBatch batch) {
    TableIndex index = TableIndices.index(name, structure, table.records());
    IndexedRecord shown = new IndexedRecord(table);
    TableIndex.Loading into = loading(index);
    loading = into;
    try (HeapScan records = table.heap().scan(WINDOW_PAGES)) {
      long taken = 0;
      while (records.next()) {
        show(records.record(), shown);
        index.requireHoldable(shown.bounds());
        into.add(shown);
        if (++taken % STEP == 0) {
          progress.accept(taken);
        }
      }
      progress.accept(taken);
      into.fill(batch);
    }
  }

  private TableIndex.Loading loading(TableIndex index) {
    Path spill = Path.of(System.getProperty("java.io.tmpdir"));
    long wanted = Math.max(LEAST_SORT_BYTES, table.size() * SORT_BYTES_OF_ENTRY);
    try {
      return index.load(new LoadOptions((int) Math.min(MOST_SORT_BYTES, wanted), spill));
    } catch (UnsupportedOperationException e) {
      return new IndexInsertions(index);
    }
  }

  private void show(HeapRecord record, IndexedRecord shown) {
    Envelope bounds = RecordGeometries.bounds(geometries.stored(record.rid(), record.wkb()));
    try {
      shown.show(record.rid(), record.id(), bounds).row().showBody(record.body());
    } catch (IllegalArgumentException e) {
      throw shown.lost(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Rejects a structure that cannot be an index of a table.
   *
   * @throws SpecException for such a structure; the message lists the allowed kinds
   */
  static void requireIndex(StructureConfig config) {
    KeyStructure.Settings pairs = config.as(KeyStructure.Settings.class);
    if (pairs == null ? !config.isSpatial() : pairs.key() != KeyKind.LONG) {
      throw new SpecException(
          "index '"
              + config
              + "' of a table (allowed: bplus with key=long, or a spatial index, such as rstar)");
    }
  }

  /**
   * Splits a text {@code NAME=SPEC} into name and spec.
   *
   * @throws SpecException if the text has another form
   */
  private static String[] nameAndSpec(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new SpecException("index '" + text + "' (allowed: NAME=SPEC, such as geom=rstar)");
    }
    return new String[] {text.substring(0, equals).trim(), text.substring(equals + 1)};
  }

  /**
   * Fills an index by insertions if it cannot be bulk loaded. Each commit contains a thousand
   * insertions. The index does not belong to the table yet, so no query sees it half filled.
   */
  private static final class IndexInsertions implements TableIndex.Loading {
    private static final int TOGETHER = 1_000;

    private final TableIndex index;
    private TableIndex.Changes changes;
    private int pending;

    IndexInsertions(TableIndex index) {
      this.index = index;
      changes = index.begin();
    }

    @Override
    public void add(IndexedRecord record) {
      changes.add(record);
      if (++pending == TOGETHER) {
        changes.commit();
        changes.close();
        changes = index.begin();
        pending = 0;
      }
    }

    @Override
    public void fill(WriteBatch batch) {
      changes.commit();
    }

    @Override
    public void close() {
      changes.close();
    }
  }

  /** Returns the spec that creates a new index with the settings of an existing one. */
  static String asChosen(StructureConfig index) {
    String spec = index.toString();
    KeyStructure.Settings keys = index.as(KeyStructure.Settings.class);
    boolean mayRepeat =
        keys != null
            && keys.attribute() == null
            && !Spec.parse(spec).values().containsKey("unique");
    return mayRepeat ? spec + (spec.indexOf(':') < 0 ? ":" : ",") + "unique=off" : spec;
  }
}
