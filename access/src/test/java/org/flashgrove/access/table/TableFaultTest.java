package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests each kind of fault, once and permanently, at calls of a table's device. Records and both
 * indices must give right answers, or a typed exception must report the fault.
 */
class TableFaultTest {
  private static final String POOL = "none:frames=8,log=64K";
  private static final String EFIND = "efind:buffer=16K,unit=3,log=64K";

  /** A short workload with loads, batches and compactions, and the fault at some of its calls. */
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void aFaultNeverMakesAnAnswerWrong(FaultKind kind) {
    long seed = Seeds.random().nextLong();
    explore(new TableScenario(seed, 24, POOL, "op"), kind, false, 13 * callsPerWrite(kind));
    explore(new TableScenario(seed, 24, EFIND, "op"), kind, true, 13 * callsPerWrite(kind));
  }

  /** Returns the approximate number of calls of a kind for each write. Reads are frequent. */
  private static int callsPerWrite(FaultKind kind) {
    return kind.call() == FaultKind.Call.READ ? 20 : 1;
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void norInALongerWorkload(FaultKind kind) {
    long seed = Seeds.random().nextLong();
    for (boolean forEver : new boolean[] {false, true}) {
      explore(new TableScenario(seed, 60, POOL, "op"), kind, forEver, 3 * callsPerWrite(kind));
      explore(new TableScenario(seed, 60, EFIND, "op"), kind, forEver, 3 * callsPerWrite(kind));
      explore(new TableScenario(seed, 60, POOL, "close"), kind, forEver, 3 * callsPerWrite(kind));
      explore(new TableScenario(seed, 60, EFIND, "close"), kind, forEver, 3 * callsPerWrite(kind));
    }
  }

  private static void explore(TableScenario scenario, FaultKind kind, boolean forEver, int stride) {
    FaultReport report = FaultExplorer.explore(scenario, kind, forEver, stride);
    System.out.println("TableFaultTest: " + report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.runs()).isPositive();
    assertThat(report.reported() + report.harmless() + report.older()).isEqualTo(report.runs());
    if (!kind.isSilent()) {
      assertThat(report.reported())
          .as("the store reports every fault that the device reports")
          .isEqualTo(report.runs());
    }
  }
}
