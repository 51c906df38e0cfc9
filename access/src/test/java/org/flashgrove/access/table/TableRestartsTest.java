package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Tests a table with mixed insertions, updates and deletions, and clean restarts. This is the
 * workload of issue 4387 of h2database, in which its store damaged its file. Only closing the table
 * keeps the files small, because nothing else compacts them. Their size is compared with the files
 * of a new, compacted table of the same design, into which one batch inserted the same records.
 */
class TableRestartsTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int LIVE = 1200;
  private static final int CHANGES = 240;
  private static final int RESTARTS_A_PHASE = 5;
  private static final int RESTARTS_A_MEASUREMENT = 5;
  private static final double MOST_TIMES_LIVE = 1.2;
  private static final int PAGE = 1024;

  /** Size in bytes up to which closing does not shorten a file. */
  private static final long SMALL = 256 * PAGE;

  private static final String DEFAULT = "grove, by default";

  /** Spec of an LSM R-tree. Its blocks are not moved, so the test ignores the file of blocks. */
  private static final String LSM = "lsm:memory=128K,block=16K";

  @TempDir private Path directory;

  private final Random random = Seeds.random();
  private final Map<Long, Row> model = new HashMap<>();
  private final List<Long> rids = new ArrayList<>();
  private long lastKey;
  private int loads;

  private record Row(long key, Geometry geometry, byte[] attributes) {
    ByteBuffer bytes() {
      return ByteBuffer.wrap(attributes);
    }
  }

  /**
   * Returns indices on the geometry. Each has the number of records to which the table shrinks
   * between the phases in which it grows. Trees keep half-full nodes, and records keep their RIDs.
   * So a table that lost a third of its records is larger than a new one.
   */
  static Stream<Arguments> indices() {
    return Stream.of(
            Arguments.of(DEFAULT, LIVE * 19 / 20),
            Arguments.of("rstar", LIVE * 19 / 20),
            Arguments.of("hilbert:domain=0/0/1001/1001", LIVE * 19 / 20),
            Arguments.of("grove:memory=128K,block=16K", LIVE * 19 / 20),
            Arguments.of(LSM, LIVE * 2 / 3))
        .filter(table -> KindsUnderTest.include(table.get()[0]));
  }

  @KindTest
  @MethodSource("indices")
  void someRestartsLoseNothingAndLeaveSmallFiles(String index, int least) throws IOException {
    restart(index, least, 12);
  }

  @Tag("long")
  @KindTest
  @MethodSource("indices")
  void aThousandRestartsLoseNothingAndLeaveSmallFiles(String index, int least) throws IOException {
    restart(index, least, 1000);
  }

  private static TableOptions options(String index) {
    TableOptions options = TableOptions.defaults().withPageSize(PAGE).withIndex("key", "bplus");
    return index.equals(DEFAULT)
        ? options.withGeometryIndex("geom")
        : options
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withFlash("none:buffer=256K,log=256K")
            .withIndex("geom", index);
  }

  private void restart(String index, int least, int restarts) throws IOException {
    TableOptions options = options(index);
    Path files = directory.resolve("table");
    Table.create(files, options).close();
    for (int restart = 0; restart < restarts; restart++) {
      try (Table table = Table.open(files)) {
        requireModel(table);
        boolean growing = model.size() < least || restart / RESTARTS_A_PHASE % 2 == 0;
        for (int done = 0; done < CHANGES; ) {
          done += change(table, growing && model.size() < LIVE ? 50 : 25);
        }
      }
      long bytes = bytes(files, !index.equals(LSM));
      if (restart % RESTARTS_A_MEASUREMENT == RESTARTS_A_MEASUREMENT - 1 && bytes > SMALL) {
        assertThat((double) bytes / liveBytes(options))
            .as(
                "files after restart %d, with %d records, times their live data",
                restart, rids.size())
            .isLessThanOrEqualTo(MOST_TIMES_LIVE);
      }
    }
    try (Table table = Table.open(files)) {
      requireModel(table);
    }
  }

  /**
   * Changes the table in one batch. One batch in ten is closed without a commit.
   *
   * @param insertions percentage of insertions among the changes
   * @return the number of changes
   */
  private int change(Table table, int insertions) {
    boolean kept = random.nextInt(10) > 0;
    int changes = 1 + random.nextInt(40);
    Map<Long, Row> before = kept ? Map.of() : new HashMap<>(model);
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < changes; i++) {
        int drawn = random.nextInt(100);
        if (drawn < insertions || rids.isEmpty()) {
          Row row = row(lastKey++);
          long rid = batch.insert(row.key, row.geometry, row.bytes());
          assertThat(model.put(rid, row)).isNull();
          rids.add(rid);
        } else if (drawn < insertions + (100 - insertions) / 2) {
          long rid = rids.get(random.nextInt(rids.size()));
          Row row = row(model.get(rid).key);
          assertThat(batch.byRid().update(rid, row.key, row.geometry, row.bytes())).isTrue();
          model.put(rid, row);
        } else {
          int place = random.nextInt(rids.size());
          long rid = rids.set(place, rids.get(rids.size() - 1));
          rids.remove(rids.size() - 1);
          assertThat(batch.byRid().delete(rid)).isTrue();
          model.remove(rid);
        }
      }
      if (kept) {
        batch.commit();
      }
    }
    if (!kept) {
      model.clear();
      model.putAll(before);
      rids.clear();
      rids.addAll(model.keySet());
    }
    return changes;
  }

  private Row row(long key) {
    double x = random.nextInt(1_000_000) / 1000.0;
    double y = random.nextInt(1_000_000) / 1000.0;
    Geometry geometry =
        random.nextBoolean()
            ? GEOMETRIES.createPoint(new Coordinate(x, y))
            : GEOMETRIES.toGeometry(new Envelope(x, x + 1, y, y + 1));
    byte[] attributes = new byte[random.nextInt(160)];
    random.nextBytes(attributes);
    return new Row(key, geometry, attributes);
  }

  private void requireModel(Table table) {
    assertThat(table.check().problems()).isEmpty();
    assertThat(table.size()).isEqualTo(model.size());
    RecordGeometries geometries = new RecordGeometries();
    HeapRecord record = new HeapRecord();
    model.forEach(
        (rid, row) -> {
          if (!table.byRid().get(rid, record)
              || record.id() != row.key
              || !record.attributes().equals(row.bytes())
              || !row.geometry.equalsExact(geometries.stored(rid, record.wkb()))) {
            throw new AssertionError("record " + rid + " is not as it was committed");
          }
        });
  }

  private long liveBytes(TableOptions options) throws IOException {
    Path files = directory.resolve("live" + loads++);
    try (Table table = Table.create(files, options)) {
      try (TableBatch batch = table.begin()) {
        for (Row row : model.values()) {
          batch.insert(row.key, row.geometry, row.bytes());
        }
        batch.commit();
      }
      table.store().compact();
    }
    long bytes = bytes(files, true);
    try (Stream<Path> list = Files.list(files)) {
      for (Path file : list.toList()) {
        Files.delete(file);
      }
    }
    return bytes;
  }

  private static long bytes(Path files, boolean withBlocks) throws IOException {
    long bytes = 0;
    try (Stream<Path> list = Files.list(files)) {
      for (Path file : list.toList()) {
        boolean isOfBlocks = file.getFileName().toString().startsWith("blocks-");
        bytes += withBlocks || !isOfBlocks ? Files.size(file) : 0;
      }
    }
    return bytes;
  }
}
