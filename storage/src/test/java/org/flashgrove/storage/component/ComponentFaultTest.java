package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultReport;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Devices that fail or lie at any call: every answer is right, or a typed exception says that
 * something is wrong.
 */
class ComponentFaultTest {
  private static final int STEPS = 48;

  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void isNoticedOrHarmless(FaultKind kind) {
    long seed = Seeds.random().nextLong();
    for (boolean forEver : new boolean[] {false, true}) {
      require(ComponentScenario.plain(SyncMode.OP, seed, 0, STEPS), kind, forEver);
      require(ComponentScenario.besideSlots(SyncMode.OP, seed, 0, STEPS), kind, forEver);
    }
  }

  private static void require(ComponentScenario scenario, FaultKind kind, boolean forEver) {
    FaultReport report = FaultExplorer.explore(scenario, kind, forEver, 1);
    assertThat(report.violations()).isEmpty();
    assertThat(report.told()).as(report.toString()).isPositive();
  }
}
