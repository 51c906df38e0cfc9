package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Counts the reads and writes of changes of records by their keys. */
class UpdateCostTest {
  private static final int ROWS = 5_000;
  private static final int BATCH = 100;

  /**
   * Maximum number of log bytes for a record of this test: the longest cell and the head of its log
   * record.
   */
  private static final int LOG_RECORD_BYTES = 120;

  /** Allowed bytes for the heads of frames and for padding to the units of a file. */
  private static final int FRAME_BYTES = 8 << 10;

  private final Map<String, Long> written = new HashMap<>();
  private long readCalls;

  /** Directory that counts reads and written bytes. */
  private final class Counted extends WatchedDirectory {
    Counted() {
      super(new MemoryDirectory());
    }

    @Override
    void reading(String file, long offset, int length) {
      readCalls++;
    }

    @Override
    void writing(String file, long offset, int length) {
      written.merge(file, (long) length, Long::sum);
    }
  }

  private static void insert(Table table) {
    GeometryFactory geometries = new GeometryFactory();
    try (TableBatch batch = table.begin()) {
      for (int key = 0; key < ROWS; key++) {
        int n = key;
        batch.insert(
            key,
            geometries.createPoint(new Coordinate(key % 71, key % 97)),
            row -> row.set("name", "name " + n).set("n", n).set("score", n / 2.0));
      }
      batch.commit();
    }
    table.store().flush();
  }

  @Test
  void anUpdateOfAnAttributeWithoutAnIndexWritesItsLogRecordAlone() {
    TableOptions options =
        TableOptions.defaults()
            .withSync(SyncMode.OP)
            .withAttributes("name:string/n:int/score:double")
            .withGeometryIndex("geom")
            .withKeyIndex("key")
            .withAttributeIndex("n", "n");
    try (Table table = Table.create(new Counted(), options)) {
      insert(table);
      Random random = Seeds.random();
      for (int round = 0; round < 20; round++) {
        written.clear();
        readCalls = 0;
        try (TableBatch batch = table.begin()) {
          for (int i = 0; i < BATCH; i++) {
            double score = random.nextDouble();
            assertThat(batch.update(random.nextInt(ROWS), row -> row.set("score", score))).isTrue();
          }
          batch.commit();
        }
        long bytes = written.values().stream().mapToLong(Long::longValue).sum();
        assertThat(bytes).isBetween(1L, (long) BATCH * LOG_RECORD_BYTES + FRAME_BYTES);
        assertThat(readCalls).isZero();
        assertThat(written.keySet()).as("only the log is written").hasSize(1);
      }
      assertThat(table.check().ok()).isTrue();
    }
  }
}
