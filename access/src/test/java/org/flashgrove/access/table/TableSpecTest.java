package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests that tables accept the specs that stores of one index accept, with the same effect. */
class TableSpecTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int RECORDS = 1_500;

  @TempDir private Path directory;

  private static TableOptions options(String flash) {
    return TableOptions.defaults()
        .withDevice("buffered")
        .withSync(SyncMode.CLOSE)
        .withFlash(flash)
        .withIndex("geom", "rstar")
        .withIndex("key", "bplus");
  }

  private static void insert(Table table, int from, int count) {
    for (int i = from; i < from + count; i++) {
      table.insert(
          i, GEOMETRIES.createPoint(new Coordinate(i % 40, i / 40)), ByteBuffer.allocate(4));
    }
  }

  /**
   * Returns the size of the log after some insertions in bytes. The table is closed and reopened
   * between them.
   */
  private long logBytes(String name, String flash) {
    Path where = directory.resolve(name);
    long bytes;
    try (Table table = Table.create(where, options(flash))) {
      insert(table, 0, RECORDS);
      table.sync();
      bytes = table.stats().log().bytesWritten();
    }
    assertThat(Table.optionsOf(where).flash()).isEqualTo(options(flash).flash());
    try (Table table = Table.open(where)) {
      assertThat(table.size()).isEqualTo(RECORDS);
      insert(table, RECORDS, RECORDS);
      table.sync();
      bytes += table.stats().log().bytesWritten();
    }
    try (Table table = Table.openReadOnly(where)) {
      assertThat(table.size()).isEqualTo(2 * RECORDS);
      assertThat(table.check().problems()).isEmpty();
    }
    return bytes;
  }

  /** The log has the form that the description of the store states. */
  @ParameterizedTest
  @ValueSource(strings = {"efind", "fast"})
  void aPackedLogIsPacked(String kind) {
    long plain = logBytes("plain", kind + ":buffer=1M");
    long packed = logBytes("packed", kind + ":buffer=1M,logform=packed");
    assertThat(packed).isLessThan(plain * 3 / 4);
  }

  @Test
  void theWordAutoStandsForTheSameKeysAsInAStore() {
    String auto = "efind:auto,buffer=64K";
    TableOptions table = options(auto);
    assertThat(table.flash())
        .isEqualTo(StoreOptions.defaults().withIndex("rstar").withFlash(auto).flash());
    assertThat(table.flash()).contains("logform=packed").doesNotContain("auto");
    assertThat(logBytes("auto", auto)).isPositive();
  }

  /**
   * A table accepts each spec of a buffer as a store does, or rejects it with the allowed values.
   */
  @KindTest
  @KindSource({
    "none",
    "none:policy=2q,frames=64",
    "efind",
    "efind:auto",
    "efind:auto,buffer=1M,logform=plain",
    "efind:memory=festival64,rows=packed",
    "EFIND : Buffer=64K",
    "fast:logform=packed",
    "for:log=1M",
    "efind+pool:buffer=1M",
    "efind:log=0",
    "rftl",
    "lcr",
    "fkdb",
    "gffm",
  })
  void specsAreTakenAsAStoreTakesThem(String flash) {
    StoreOptions store;
    try {
      store = StoreOptions.defaults().withIndex("rstar").withSync(SyncMode.CLOSE).withFlash(flash);
    } catch (SpecException refused) {
      assertThatThrownBy(() -> options(flash)).hasMessage(refused.getMessage());
      return;
    }
    assertThat(options(flash).flash()).isEqualTo(store.flash());
  }

  @KindTest
  @KindSource({
    "arftl", // of R-trees alone
    "micrograph",
    "efind:auto,auto",
    "efind:logform=zip",
    "efind:nothing=1",
  })
  void whatATableCannotHaveIsRefused(String flash) {
    assertThatThrownBy(() -> options(flash).design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed");
  }
}
