package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.flashgrove.access.ForgedOutcomes;
import org.flashgrove.access.Forger;
import org.flashgrove.access.StoreMatrix;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

/**
 * Tables with a geometry index of every kind under every buffer with a log: rescued, undamaged and
 * damaged, and with forged pages and frames. The time limit is there for endless loops alone.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TableMatrixTest {
  private static final List<String> BUFFERS =
      List.of(
          "none:frames=8,log=64K",
          "efind:buffer=16K,unit=3,log=64K",
          "fast:buffer=8K,unit=3,log=64K",
          "for:buffer=8K,log=64K");

  private static final int RECORDS = 120;
  private static final int SPACE = 1000;

  @TempDir Path path;
  private final Random random = Seeds.random();
  private final GeometryFactory factory = new GeometryFactory();
  private final ForgedOutcomes outcomes = new ForgedOutcomes();
  private int rescued;

  /** A table as it was left: lengths of the attributes by key, and all pairs there ever were. */
  private record Left(DiskState state, TreeMap<Long, Integer> records, Set<String> everGiven) {}

  static Stream<Arguments> tables() {
    return Stream.concat(trees(), groves()).filter(pair -> KindsUnderTest.include(pair.get()));
  }

  private static Stream<Arguments> groves() {
    return BUFFERS.stream()
        .filter(flash -> !flash.startsWith("for:"))
        .flatMap(
            flash ->
                Stream.of(
                    Arguments.of("grove:domain=0/0/1000/1000,memory=64K,block=4K", flash),
                    Arguments.of("lsm:memory=64K,block=4K,k=2", flash)));
  }

  private static Stream<Arguments> trees() {
    List<String> specs = StoreMatrix.indexSpecs();
    return specs.stream()
        .flatMap(
            index ->
                BUFFERS.stream()
                    .filter(flash -> !flash.startsWith("for:") || index.startsWith("fortree"))
                    .map(flash -> Arguments.of(index, flash)));
  }

  /** In the fast run each index meets one buffer. */
  static Stream<Arguments> someTables() {
    List<String> specs = StoreMatrix.indexSpecs();
    return Stream.concat(
        specs.stream().map(index -> Arguments.of(index, BUFFERS.get(specs.indexOf(index) % 3))),
        groves().filter(pair -> KindsUnderTest.include(pair.get())).limit(2));
  }

  private Left fill(String index, String flash) {
    CrashDisk disk = new CrashDisk();
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withPageSize(StoreMatrix.PAGE)
            .withCache(16 * StoreMatrix.PAGE)
            .withSync(SyncMode.OP)
            .withFlash(flash)
            .withIndex("key", "bplus")
            .withIndex("geom", index);
    TreeMap<Long, Integer> records = new TreeMap<>();
    TreeMap<Long, Long> rids = new TreeMap<>();
    Set<String> everGiven = new HashSet<>();
    Table table = Table.create(disk, options);
    for (long key = 0; key < RECORDS; key++) {
      int length = random.nextInt(12) == 0 ? 900 + random.nextInt(900) : random.nextInt(60);
      rids.put(key, table.insert(key, point(), ByteBuffer.allocate(length)));
      records.put(key, length);
      everGiven.add(key + " " + length);
      if (key % 4 == 3) {
        long changed = random.nextInt((int) key);
        if (rids.containsKey(changed) && random.nextBoolean()) {
          int longer = 100 + random.nextInt(200);
          table.byRid().update(rids.get(changed), changed, point(), ByteBuffer.allocate(longer));
          records.put(changed, longer);
          everGiven.add(changed + " " + longer);
        } else if (rids.containsKey(changed)) {
          table.byRid().delete(rids.remove(changed));
          records.remove(changed);
        }
      }
      if (key == RECORDS / 2) {
        table.flush();
      }
    }
    DiskState killed = disk.killed().everything();
    table.close();
    return new Left(random.nextBoolean() ? killed : disk.everything(), records, everGiven);
  }

  private Point point() {
    return factory.createPoint(new Coordinate(random.nextInt(SPACE), random.nextInt(SPACE)));
  }

  /** Records of a rescued table; none twice. */
  private TreeMap<Long, Integer> salvaged(DiskState state, SalvageReport[] report)
      throws IOException {
    Path from = Files.createDirectory(path.resolve("from" + rescued));
    Path to = path.resolve("to" + rescued++);
    for (String file : state.names()) {
      Files.write(from.resolve(file), state.bytes(file));
    }
    report[0] = Salvage.run(from, to, SalvageHints.NONE);
    TreeMap<Long, Integer> found = new TreeMap<>();
    try (Table table = Table.open(to)) {
      assertThat(table.check().ok()).isTrue();
      try (HeapScan scan = table.heap().scan(8)) {
        while (scan.next()) {
          HeapRecord record = scan.record();
          Integer twice = found.put(record.id(), record.attributes().remaining());
          assertThat(twice).as("length of record %s met before", record.id()).isNull();
        }
      }
    }
    return found;
  }

  private void rescue(Left left, int rounds) throws IOException {
    SalvageReport[] report = new SalvageReport[1];
    assertThat(salvaged(left.state, report)).isEqualTo(left.records);
    assertThat(report[0].isComplete()).as("%s", report[0]).isTrue();
    for (int i = 0; i < rounds; i++) {
      try {
        TreeMap<Long, Integer> found =
            salvaged(left.state.spoilt(random, "nodes.pages", "store.log"), report);
        found.forEach((key, length) -> assertThat(left.everGiven).contains(key + " " + length));
      } catch (DamagedStoreException | UnsupportedFormatException e) {
        assertThat(e).hasMessageContaining(":");
      }
    }
  }

  private void forge(String name, Left left, int rounds) {
    for (int i = 0; i < rounds; i++) {
      Forger forger = new Forger(left.state, StoreMatrix.PAGE, random);
      DiskState forged = forger.forge(left.state);
      outcomes.attempt(name, forger, () -> use(forged));
      outcomes.attempt(
          name,
          forger,
          () -> {
            try {
              Path from = Files.createDirectory(path.resolve("from" + rescued));
              for (String file : forged.names()) {
                Files.write(from.resolve(file), forged.bytes(file));
              }
              Salvage.run(from, path.resolve("to" + rescued++), SalvageHints.NONE);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  private void use(DiskState forged) {
    Table table = Table.open(new CrashDisk(forged), false);
    try {
      table.check();
      List<Long> rids = new ArrayList<>();
      HeapRecord record = new HeapRecord();
      try (HeapScan scan = table.heap().scan(8)) {
        while (scan.next() && rids.size() < 40) {
          rids.add(scan.record().rid());
        }
      }
      for (long rid : rids) {
        table.byRid().get(rid, record);
        if (rid % 3 == 0) {
          table.byRid().delete(rid);
        } else if (rid % 3 == 1) {
          table.byRid().update(rid, rid, point(), ByteBuffer.allocate(300));
        }
      }
      for (int i = 0; i < 30; i++) {
        table.insert(1_000 + i, point(), ByteBuffer.allocate(random.nextInt(700)));
      }
      table.flush();
    } finally {
      table.close();
    }
  }

  private void requireNone() {
    outcomes.requireNoViolation();
  }

  @KindTest
  @MethodSource("someTables")
  void tablesWithIndicesOfEveryKind(String index, String flash) throws IOException {
    Left left = fill(index, flash);
    rescue(left, 3);
    forge(index + " " + flash, left, 6);
    requireNone();
  }

  @Tag("long")
  @KindTest
  @MethodSource("tables")
  void allTables(String index, String flash) throws IOException {
    for (int i = 0; i < 4; i++) {
      Left left = fill(index, flash);
      rescue(left, 20);
      forge(index + " " + flash, left, Integer.getInteger("flashgrove.forgeries", 100));
    }
    requireNone();
  }
}
