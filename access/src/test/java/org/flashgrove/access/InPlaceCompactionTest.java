package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests log compaction with {@code placement=home}. What the compaction removes from the log must
 * be durable in the pages before. The test loses the power right after a compaction, and with it
 * everything that was not synced.
 */
class InPlaceCompactionTest {
  private static final int PAGE = 512;
  private static final int LOG_BYTES = 4 << 10;
  private static final int STEPS = 400;

  @ParameterizedTest
  @ValueSource(strings = {"pool", "efind:buffer=16K,unit=3"})
  void compactionSyncsPagesBeforeTheLogIsDropped(String buffer) {
    CrashWorkload workload = new CrashWorkload(Seeds.random().nextLong(), STEPS, 1_000_000);
    TreeScenario scenario =
        buffer.equals("pool")
            ? TreeScenario.pool(workload, Placement.HOME, PAGE, LOG_BYTES, SyncMode.OP)
            : TreeScenario.flashAware(
                workload, Placement.HOME, PAGE, LOG_BYTES, SyncMode.OP, buffer);
    CrashDisk disk = new CrashDisk(scenario.initial());
    TreeScenario.OpenTree store = (TreeScenario.OpenTree) scenario.open(disk);
    LoggedNodeStore nodes = store.nodes();
    long compactions = nodes.store().frames().compactions();
    int checked = 0;
    for (int step = 0; step < STEPS; step++) {
      store.step(step);
      long now = nodes.store().frames().compactions();
      if (now > compactions) {
        compactions = now;
        StoreUnderTest left = scenario.open(new CrashDisk(disk.durable()));
        assertThat(left.digest()).as("step %d", step).isEqualTo(workload.expected(step + 1));
        assertThat(left.problems()).isEmpty();
        left.close();
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(3);
    store.close();
  }
}
