package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the settings of eFIND in whole stores: trees, reopening, the log and power cuts. */
class EfindStoreTest {
  private static final int PAGE = 512;

  private static StoreOptions options(String index, String flash, String sync) {
    return StoreOptions.defaults()
        .withIndex(index)
        .withFlash(flash)
        .withDevice("buffered")
        .withPageSize(PAGE)
        .withSync(SyncMode.parse(sync));
  }

  /** The random history sometimes reopens and checks the store. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rtree | efind:auto,buffer=16K,log=64K | op",
        "rstar:capacity=6 | efind:auto,buffer=16K | close",
        "hilbert:s=2,capacity=6,domain=0/0/1000/1000 | efind:auto,buffer=16K,log=64K | close",
        "xbr:leafcapacity=4,nodecapacity=5,domain=0/0/1000/1000 | efind:auto,buffer=16K | op",
        "rstar | efind:buffer=16K,policy=mhao,unit=16,readpolicy=arc | close",
        "hilbert:domain=0/0/1000/1000 | efind:buffer=16K,policy=mha,readpolicy=2q | close",
        "xbr:domain=0/0/1000/1000 | efind:buffer=16K,policy=mall,readpolicy=hlru | close",
        "rtree | efind:buffer=16K,log=0 | close",
        "xbr:leafcapacity=4,nodecapacity=5,domain=0/0/1000/1000 | efind:auto,buffer=16K,log=0 |"
            + " close"
      })
  void answersAsAList(String index, String flash, String sync) {
    StoreOptions options = options(index, flash, sync);
    MemoryDirectory files = new MemoryDirectory();
    new RandomHistory(Seeds.random(), index.startsWith("xbr"))
        .run(() -> SpatialStore.create(files, options), () -> SpatialStore.open(files), 150);
  }

  @Test
  void autoIsReportedAsItsKeys() {
    StoreOptions options =
        StoreOptions.defaults().withIndex("rstar").withFlash("efind:auto,buffer=64K");
    assertThat(options.flash())
        .isEqualTo(
            "efind:policy=mh,p=60%,unit=1,together=64,tc=reads,read=20%,cached=inner,rows=packed,"
                + "logform=packed,buffer=64K");
    assertThat(options.withFlash(options.flash())).isEqualTo(options);
  }

  @Test
  void withoutALogOnlyCheckpointsMakeDurable() {
    for (String sync : new String[] {"op", "group:5ms"}) {
      assertThatThrownBy(() -> options("rtree", "efind:log=0", sync).design())
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("durable only at a checkpoint; use sync=close");
    }
    assertThatThrownBy(() -> options("rtree", "efind:log=1K", "close"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("log=1024 (allowed: 0 for none");
    try (SpatialStore store =
        SpatialStore.create(
            new MemoryDirectory(), options("rtree", "efind:buffer=16K,log=0", "close"))) {
      for (int id = 0; id < 2_000; id++) {
        store.insert(id, id % 40, id / 40, id % 40, id / 40);
      }
      assertThat(store.stats().log().bytesWritten()).isLessThan(100_000);
      assertThat(store.stats().commits().durable()).isLessThan(store.stats().commits().newest());
      store.sync();
      assertThat(store.stats().commits().durable()).isEqualTo(store.stats().commits().newest());
    }
  }

  /**
   * The buffer is larger than the log. Compacting the log would not make it smaller, so the store
   * flushes the buffer.
   */
  @Test
  void whatTheLogCannotHoldIsFlushed() {
    StoreOptions options = options("rtree", "efind:buffer=1M,log=64K", "close");
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options)) {
      long most = 0;
      for (int id = 0; id < 6_000; id++) {
        store.insert(id, id % 80, id / 80, id % 80, id / 80);
        most = Math.max(most, Internals.nodes(store.index()).store().frames().compactions());
      }
      StoreStats figures = store.stats();
      assertThat(figures.log().compactions()).isGreaterThan(3);
      assertThat(figures.first().buffer().flushes()).isPositive();
      assertThat(figures.first().buffer().evictions()).as("not for want of memory").isZero();
      assertThat(figures.first().buffer().usedBytes()).isLessThan(512 << 10);
    }
  }

  /**
   * Cuts the power of stores with packed frames, packed rows and single nodes, in some thousand
   * states.
   */
  @Test
  void autoSurvivesPowerCuts() {
    Random random = Seeds.random();
    StateSet seen = new StateSet();
    String[] flash = {
      "efind:auto,buffer=16K,log=64K",
      "efind:buffer=16K,unit=3,logform=packed,log=64K",
      "efind:auto,buffer=16K,log=0"
    };
    for (int round = 0; round < 6; round++) {
      String spec = flash[round % flash.length];
      boolean synced = round < 3 && !spec.endsWith("log=0");
      StoreScenario scenario =
          new StoreScenario(
              new CrashWorkload(random.nextInt(), 200, 40),
              options("rtree", spec, synced ? "op" : "close"));
      CrashPlan plan = CrashPlan.powerCuts(random.nextInt()).upTo(700);
      CrashReport report = CrashExplorer.explore(scenario, plan, seen);
      assertThat(report.violations()).isEmpty();
    }
    assertThat(seen.size()).isGreaterThan(1_000);
  }
}
