package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts the syncs of the log with one caller, at the place where the log file is synced. */
class SyncModesTest {
  private static final int INSERTS = 500;

  @TempDir Path directory;

  private long syncs(String flash, String sync, boolean waits) {
    Path where = directory.resolve("store");
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash(flash)
            .withDevice("buffered")
            .withSync(SyncMode.parse(sync));
    try (SpatialStore store = SpatialStore.create(where, options)) {
      long before = store.stats().log().syncs();
      for (int i = 0; i < INSERTS; i++) {
        store.insert(i, i, i, i, i);
        if (waits) {
          store.awaitDurable(store.commitNumber());
          assertThat(store.isDurable(store.commitNumber())).isTrue();
        }
      }
      long syncs = store.stats().log().syncs() - before;
      System.out.printf(
          "SyncModesTest: %s, sync=%s%s: %d inserts, %d syncs of the log%n",
          flash, sync, waits ? ", waited for" : "", INSERTS, syncs);
      return syncs;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "efind"})
  void eachOperationIsSyncedByItself(String flash) {
    assertThat(syncs(flash, "op", false)).isEqualTo(INSERTS);
  }

  /** A single caller with group commit: each of its waits is one sync. */
  @Test
  void aLoneCallerIsSyncedForEachTimeItWaits() {
    assertThat(syncs("efind", "group:60000ms", true)).isEqualTo(INSERTS);
  }

  @Test
  void nothingIsSyncedBeforeClosing() {
    assertThat(syncs("efind", "close", false)).isZero();
  }
}
