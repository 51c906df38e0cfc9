package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.StateSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Cuts the power at device calls of tables that are closed and reopened after every few batches,
 * including the calls of closing. The B+-trees of the tables have keys of variable length. In most
 * tables all structures share one memory. {@link CrashExplorer} says which conditions must hold.
 */
class CleanCloseCrashTest {
  private static final long MEMORY = 512 << 10;
  private static final String GROVE = "grove:memory=64K,block=4K,domain=0/0/64/64";

  /** Options of a table. */
  private record Form(String name, UnaryOperator<TableOptions> choices) {}

  private static final List<Form> FORMS =
      List.of(
          new Form("shared memory", options -> options.withMemory(MEMORY)),
          new Form(
              "eFIND", options -> options.withCache(4 << 10).withFlash("efind:buffer=16K,log=64K")),
          new Form(
              "Grove", options -> options.withIndex("g", GROVE).withFlash("none:frames=8,log=64K")),
          new Form(
              "R*-tree, shared memory",
              options -> options.withIndex("g", "rstar").withMemory(MEMORY)));

  private static void survive(int states, int statesOfOne, int steps, int recoveries) {
    Random random = Seeds.random();
    StateSet seen = new StateSet();
    long start = System.nanoTime();
    for (int round = 0; seen.size() < states; round++) {
      Form form = FORMS.get(round % FORMS.size());
      String sync = round / FORMS.size() % 2 == 0 ? "close" : "op";
      SchemaScenario scenario = new SchemaScenario(random.nextInt(), steps, sync, form.choices());
      CrashPlan plan =
          new CrashPlan(
              random.nextInt(),
              CrashPlan.Cuts.POWER,
              4,
              recoveries,
              1 + random.nextInt(4),
              statesOfOne);
      CrashReport report = CrashExplorer.explore(scenario, plan, seen);
      System.out.println("CleanCloseCrashTest: " + form.name() + ": " + report);
      assertThat(report.violations()).isEmpty();
    }
    System.out.printf(
        Locale.ROOT,
        "CleanCloseCrashTest: %d distinct crash states, %.0f a second, 0 violations%n",
        seen.size(),
        seen.size() / ((System.nanoTime() - start) / 1e9));
  }

  @Test
  void powerMayBeLostWhileATableIsClosed() {
    survive(240, 60, 20, 60);
  }

  @Tag("long")
  @Test
  void manyPowerCutsWhileATableIsClosed() {
    survive(100_000, 1_500, 60, 16);
  }
}
