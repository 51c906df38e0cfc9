package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests that the message of every damage begins with the directory of the store. */
class DamageMessagesTest {
  private static final int COUNT = 3_000;
  private static final int PAGE = 1024;

  @TempDir private Path home;

  private final Random random = Seeds.random();

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "hilbert:domain=0/0/1/1", "grove:domain=0/0/1/1,memory=64K"})
  void damageOfAnIndexNamesTheDirectory(String index) throws IOException {
    Path directory = home.resolve("index");
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withPageSize(PAGE)
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      for (int id = 0; id < COUNT; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(id, x, y, x, y);
      }
      store.flush();
    }
    damageEachFile(
        directory,
        copy -> {
          try (SpatialStore store = SpatialStore.open(copy)) {
            store.count(EntryQuery.all());
            store.nearest(0.5, 0.5, COUNT, (id, a, b, c, d, distance) -> {});
            store.cursor(EntryQuery.nearest(COUNT, 0, 0)).close();
            store.insert(COUNT, 0.5, 0.5, 0.5, 0.5);
          }
        });
  }

  @Test
  void damageOfATableNamesTheDirectory() throws IOException {
    Path directory = home.resolve("table");
    TableOptions options =
        TableOptions.defaults()
            .withAttributes("n:int/text:string?")
            .withKeyIndex("key")
            .withGeometryIndex("geom")
            .withAttributeIndex("text", "text")
            .withPageSize(PAGE)
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE);
    GeometryFactory points = new GeometryFactory();
    try (Table table = Table.create(directory, options)) {
      for (int key = 0; key < COUNT; key++) {
        int n = key;
        table.insert(
            key,
            points.createPoint(new Coordinate(random.nextDouble(), random.nextDouble())),
            row -> row.set("n", n).set("text", "t".repeat(n % 50) + n));
      }
    }
    damageEachFile(
        directory,
        copy -> {
          try (Table table = Table.open(copy)) {
            TableQuery.of(table).where("n >= 0").forEach(DamageMessagesTest::read);
            TableQuery.of(table).where("text like 't%'").forEach(DamageMessagesTest::read);
            TableQuery.of(table).nearest(9, points.createPoint(new Coordinate(0, 0))).count();
            table.update(7, row -> row.set("n", -1));
            table.delete(8);
          }
        });
  }

  private static void read(TableRecord record) {
    record.row();
    record.geometry();
  }

  /** Damages one place of a copy at a time, and checks the message if the damage is noticed. */
  private void damageEachFile(Path directory, Consumer<Path> use) throws IOException {
    int noticed = 0;
    List<String> files = names(directory);
    for (int round = 0; round < Repetitions.of(12, 200); round++) {
      for (String file : files) {
        Path copy = home.resolve("copy");
        byte[] bytes = Files.readAllBytes(directory.resolve(file));
        if (bytes.length > 0) {
          copy(directory, copy);
          int at = random.nextInt(bytes.length);
          int length = random.nextBoolean() ? 1 : Math.min(PAGE, bytes.length - at);
          for (int i = at; i < at + length; i++) {
            bytes[i] ^= (byte) (1 + random.nextInt(255));
          }
          Files.write(copy.resolve(file), bytes);
          noticed += isNoticed(copy, use) ? 1 : 0;
        }
      }
    }
    assertThat(noticed).isPositive();
  }

  private static boolean isNoticed(Path copy, Consumer<Path> use) {
    try {
      use.accept(copy);
      return false;
    } catch (StoreException e) {
      for (Throwable each = e; each != null; each = each.getCause()) {
        if (each instanceof DamagedStoreException) {
          assertThat(each).hasMessageMatching("\\Q" + copy + ": \\E[a-z0-9.-]+, [^:]+: .+");
          assertThat(each.getMessage()).containsOnlyOnce(copy.toString());
        }
      }
      return true;
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (String old : names(to)) {
      Files.delete(to.resolve(old));
    }
    for (String file : names(from)) {
      try {
        Files.copy(from.resolve(file), to.resolve(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
