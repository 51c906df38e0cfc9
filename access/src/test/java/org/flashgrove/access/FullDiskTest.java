package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultyDisk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** A disk that is full from some call on: what work ends with names that, and the file. */
class FullDiskTest {
  private static final FaultKind[] FULL = {
    FaultKind.WRITE_FULL, FaultKind.WRITE_SHORT, FaultKind.RESIZE_FAILS
  };

  /** Work that ends in a failure, or does not meet the fault. */
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

  @ParameterizedTest
  @ValueSource(
      strings = {
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
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(logged && random.nextBoolean() ? "op" : "close")
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
            .withIndex("geom=rtree");
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
}
