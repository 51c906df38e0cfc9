package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultReport;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
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
    explore(kind, 0, STEPS, 2);
  }

  /** Longer workloads, which begin with blocks, and the fault at each call. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void isNoticedOrHarmlessAtEachCall(FaultKind kind) {
    explore(kind, 150, 3 * STEPS, 1);
  }

  private static void explore(FaultKind kind, int warm, int steps, int stride) {
    long seed = Seeds.random().nextLong();
    for (boolean forEver : new boolean[] {false, true}) {
      require(ComponentScenario.plain(SyncMode.OP, seed, warm, steps), kind, forEver, stride);
      require(ComponentScenario.besideSlots(SyncMode.OP, seed, warm, steps), kind, forEver, stride);
    }
  }

  private static void require(
      ComponentScenario scenario, FaultKind kind, boolean forEver, int stride) {
    FaultReport report = FaultExplorer.explore(scenario, kind, forEver, stride);
    System.out.println("ComponentFaultTest: " + report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.reported()).as(report.toString()).isPositive();
  }
}
