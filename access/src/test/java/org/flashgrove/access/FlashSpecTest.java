package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.structure.Laboratory;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.page.PoolFigures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlashSpecTest {
  @TempDir Path path;

  private static void refused(String flash, String device, String message) {
    assertThatThrownBy(
            () -> StoreOptions.defaults().withIndex("rstar").withDevice(device).withFlash(flash))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aPoolBelowIsPartOfTheSpec() {
    FlashSpec spec = FlashSpec.parse("EFIND:buffer=64K + Pool:buffer=1M,policy=ARC");
    assertThat(spec.toString()).isEqualTo("efind:buffer=64K+pool:buffer=1M,policy=ARC");
    assertThat(spec.poolPolicy()).isEqualTo("arc");
    assertThat(FlashSpec.parse("efind+pool").poolPolicy()).isEqualTo("lru");
    assertThat(FlashSpec.parse("efind").poolPolicy()).isNull();
    assertThat(FlashSpec.parse("none:policy=2q").poolPolicy()).isEqualTo("2q");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    refused("efind+cache", "memory", "unknown part 'cache' after + (allowed: pool)");
    refused("microgf", "memory", "flash 'microgf' is not supported");
    refused("none+pool", "memory", "none is a pool itself");
    refused("efind+pool:size=1M", "memory", "pool: unknown key 'size' (allowed: buffer, policy)");
    refused("efind+pool:buffer=1K", "memory", "pool: buffer=1K");
    refused("efind+pool:policy=clock", "memory", "pool: policy=clock");
    refused("efind+pool+pool", "memory", "unknown part 'pool+pool'");
    refused("efind+pool", "memory:placement=home", "(allowed: placement=free");
  }

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "fkdb:unit=0 | unit=0",
        "gffm:hot=200% | hot=200%",
        "gffm | which has no log: operations are durable at the last barrier"
      })
  void settingsOfABufferThatMakeNoSenseAreRefused(String flash, String message) {
    refused(flash, "memory", message);
  }

  @Test
  void aPoolBelowSavesReadsAndChangesNoAnswer() {
    Random random = Seeds.random();
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withDevice("buffered")
            .withPageSize(512)
            .withFlash("efind:buffer=16K,read=0%,readpolicy=none+pool:buffer=64K,policy=2q");
    try (SpatialStore store = SpatialStore.create(path, options)) {
      for (int id = 0; id < 3000; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(id, x, y, x, y);
      }
      store.flush();
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(3000);
      PoolFigures pool = store.metrics().pool();
      assertThat(store.metrics().poolPolicy()).isEqualTo("2q");
      assertThat(pool.budgetBytes()).isEqualTo(64 << 10);
      assertThat(pool.hits()).isPositive();
      assertThat(pool.pages()).isLessThanOrEqualTo((int) pool.frames());
      assertThat(store.metrics().io().pageReads())
          .isLessThan(store.metrics().first().buffer().misses());
    }
    try (SpatialStore store = SpatialStore.open(path)) {
      assertThat(store.options().flash()).isEqualTo(options.flash());
      assertThat(store.size()).isEqualTo(3000);
      assertThat(Laboratory.tree(store.index()).check(true).problems()).isEmpty();
    }
  }
}
