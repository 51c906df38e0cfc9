package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultyDisk;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests a disk that is full from some call on. The exception must name this cause and the file. */
class FullDiskTest {
  private static final FaultKind[] FULL = {
    FaultKind.WRITE_FULL, FaultKind.WRITE_SHORT, FaultKind.RESIZE_FAILS
  };

  /** Work that fails on a full disk, or does not need disk space. */
  private interface Work {
    void on(FaultyDisk disk);
  }

  private static void assertNamed(Work work) {
    int met = 0;
    for (FaultKind kind : FULL) {
      for (int call = 0; call < 40; call += 1 + call / 6) {
        FaultyDisk disk = new FaultyDisk(new CrashDisk());
        disk.arm(kind, call, true);
        try {
          work.on(disk);
        } catch (StoreException e) {
          met++;
          assertThat(e).as("%s %d", kind, call).hasMessageContaining("failed: ENOSPC");
          assertThat(e.getMessage()).containsAnyOf("nodes.pages", "store.log", "store.meta");
        }
      }
    }
    assertThat(met).isPositive();
  }

  @KindTest
  @KindSource({
    "none:frames=8,log=64K",
    "efind:buffer=32K,log=64K",
    "fast:buffer=32K,log=64K",
    "for:buffer=32K,log=64K",
    "rftl:buffer=32K",
    "gffm:buffer=32K",
  })
  void aStore(String flash) {
    Random random = Seeds.random();
    boolean logged = !flash.startsWith("rftl") && !flash.startsWith("gffm");
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(logged && random.nextBoolean() ? SyncMode.OP : SyncMode.CLOSE)
            .withFlash(flash);
    assertNamed(
        disk -> {
          try (SpatialStore store = SpatialStore.create(disk, options)) {
            for (int id = 0; id < 2_500; id++) {
              double x = random.nextDouble();
              double y = random.nextDouble();
              store.insert(id, x, y, x, y);
            }
            store.flush();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:frames=64,log=64K", "efind:buffer=32K,log=64K"})
  void aTable(String flash) {
    Random random = Seeds.random();
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withPageSize(512)
            .withCache(8 * 512)
            .withFlash(flash)
            .withIndex("geom", "rtree");
    assertNamed(
        disk -> {
          try (Table table = Table.create(disk, options)) {
            for (int key = 0; key < 200; key++) {
              Coordinate at = new Coordinate(random.nextDouble(), random.nextDouble());
              table.insert(key, new GeometryFactory().createPoint(at), ByteBuffer.allocate(50));
            }
            table.flush();
          }
        });
  }

  /**
   * Fills a store until an insertion fails. The message must name the cause and the file, and
   * queries must go on. After reopening, the store must be sound, with or without the insertion
   * that failed.
   */
  private static void fill(Path directory, StoreOptions options, Runnable makeRoom) {
    Random random = Seeds.random();
    long inserted = 0;
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      StoreException failure = null;
      while (failure == null) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        try {
          store.insert(inserted, x, y, x, y);
          inserted++;
        } catch (StoreException e) {
          failure = e;
        }
      }
      assertThat(failure).hasMessageContaining("ENOSPC").hasMessageContaining("store.");
      assertThat(count(store)).isBetween(inserted, inserted + 1);
      String message = failure.getMessage();
      assertThatThrownBy(() -> store.insert(-1, 0, 0, 0, 0))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(message);
      System.out.printf("FullDiskTest: %s: %,d insertions, %s%n", options, inserted, message);
    } catch (StoreException e) {
      assertThat(e).hasMessageContaining("ENOSPC"); // closing reports it once more
    }
    makeRoom.run();
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(count(store)).isBetween(inserted, inserted + 1);
      assertThat(store.store().check().problems()).isEmpty();
    }
  }

  private static long count(SpatialStore store) {
    return store.count(EntryQuery.intersecting(0, 0, 1, 1));
  }

  @Test
  void aSimulatedDevice(@TempDir Path directory) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("none:frames=16,log=64K")
            .withDevice("nand:block=16,blocks=96")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    fill(directory.resolve("store"), options, () -> {});
  }

  /**
   * Uses the directory that the property {@code flashgrove.fullDirectory} names. It must be on a
   * file system of a few megabytes. The test deletes the file {@code ballast} in it when the file
   * system is full.
   */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"buffered", "direct"})
  @EnabledIfSystemProperty(named = "flashgrove.fullDirectory", matches = ".+")
  void aFileSystem(String device) throws IOException {
    Path directory = Path.of(System.getProperty("flashgrove.fullDirectory"));
    Path ballast = directory.resolve("ballast");
    Path store = directory.resolve(device);
    Files.write(ballast, new byte[1 << 20]);
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("none:frames=64,log=1M")
            .withDevice(device);
    fill(
        store,
        options,
        () -> {
          try {
            Files.delete(ballast);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    for (String file : store.toFile().list()) {
      Files.delete(store.resolve(file));
    }
  }
}
