package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultReport;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests each of the 18 kinds of faults, once and permanently. Each answer must be right, or a typed
 * exception must report the fault.
 */
class FaultTest {
  private static final int LOG = 4 << 10;
  private static final int MOST_DRAWN = 10;

  /** Distance between two faulty calls in a short workload, in calls. */
  private static final int EVERY = Repetitions.of(5, 2);

  /**
   * Faults from which pages that are written in place are not safe. Only the page itself tells how
   * new it is, and nothing else has the content of a torn page. Pages with {@code placement=free}
   * are safe.
   */
  static final Set<FaultKind> NOT_IN_PLACE =
      EnumSet.of(
          FaultKind.READ_STALE,
          FaultKind.WRITE_SHORT,
          FaultKind.WRITE_LOST,
          FaultKind.WRITE_MISDIRECTED,
          FaultKind.WRITE_TORN,
          FaultKind.SYNC_DROPS);

  /** A short workload with the fault at some of its calls. */
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void aFaultNeverMakesAnAnswerWrong(FaultKind kind) {
    CrashWorkload workload = workload(120);
    for (boolean forEver : new boolean[] {false, true}) {
      require(FaultExplorer.explore(pool(workload, SyncMode.OP), kind, forEver, EVERY));
      require(FaultExplorer.explore(efind(workload, SyncMode.OP), kind, forEver, EVERY));
    }
  }

  /** Tries faults under FAST, with a tree whose nodes are ordered. */
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void norUnderFast(FaultKind kind) {
    Random random = Seeds.random();
    String tree = "hilbert:s=2,capacity=6,domain=0/0/128/128";
    String flash = "fast:buffer=4K,unit=3";
    for (boolean forEver : new boolean[] {false, true}) {
      FaultReport report = null;
      // Some short workloads make no call of a rare kind, such as a change of a file's length.
      for (int drawn = 0; drawn < MOST_DRAWN && (report == null || report.runs() == 0); drawn++) {
        CrashWorkload workload =
            new CrashWorkload(random.nextLong(), 70, 40, CrashWorkload.Shape.RECTANGLES);
        TreeScenario scenario =
            new TreeScenario(workload, Placement.FREE, 512, LOG, SyncMode.OP, tree, flash);
        report = FaultExplorer.explore(scenario, kind, forEver, 3);
      }
      require(report);
    }
  }

  /**
   * Tries faults where changed nodes are read several at a time. If one of the pages cannot be
   * read, it is read again alone. So a fault that occurs only once is not always reported.
   */
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void norWhereNodesAreReadTogether(FaultKind kind) {
    CrashWorkload workload = workload(120);
    String[] buffers = {"none:frames=8,behind=8", "efind:unit=1,together=8,tc=reads,buffer=24K"};
    for (String buffer : buffers) {
      TreeScenario scenario = pool(workload, SyncMode.OP).together(buffer);
      for (boolean forEver : new boolean[] {false, true}) {
        FaultReport report = FaultExplorer.explore(scenario, kind, forEver, Repetitions.of(8, 3));
        System.out.println("FaultTest: " + report);
        assertThat(report.violations()).isEmpty();
      }
    }
  }

  /**
   * The lost write is a page of a bulk load, whose content is in no log. An earlier node with the
   * same id has left an image. The store must not use this image instead of the lost page.
   */
  @ParameterizedTest
  @EnumSource(
      value = FaultKind.class,
      names = {"WRITE_LOST", "WRITE_MISDIRECTED"})
  void aLostPageOfALoadIsNotMadeUpForByAnEarlierOne(FaultKind kind) {
    CrashWorkload workload = new CrashWorkload(new Random(1058392621L).nextLong(), 120, 40);
    int stride = 3; // call 84, where it was found, is among them
    require(FaultExplorer.explore(pool(workload, SyncMode.OP), kind, false, stride));
    require(FaultExplorer.explore(efind(workload, SyncMode.OP), kind, false, stride));
    require(FaultExplorer.explore(fast(workload, SyncMode.OP), kind, false, stride));
  }

  /**
   * A page is read as zeros once while the log is replayed. The page already holds the change, so
   * the replay must not apply the change again.
   */
  @Test
  void aPageInPlaceThatIsReadRightTheSecondTimeIsNotChangedTwice() {
    CrashWorkload workload = new CrashWorkload(new Random(1413739207L).nextLong(), 300, 40);
    require(
        FaultExplorer.explore(inPlace(workload, SyncMode.CLOSE), FaultKind.READ_ZERO, false, 1));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("kindsAndModes")
  void norInALongerWorkload(FaultKind kind, boolean forEver, SyncMode sync) {
    CrashWorkload workload = workload(300);
    require(FaultExplorer.explore(pool(workload, sync), kind, forEver, 1));
    require(FaultExplorer.explore(efind(workload, sync), kind, forEver, 1));
    require(FaultExplorer.explore(fast(workload, sync), kind, forEver, 1));
    if (!NOT_IN_PLACE.contains(kind)) {
      require(FaultExplorer.explore(inPlace(workload, sync), kind, forEver, 1));
    }
  }

  static Stream<Arguments> kindsAndModes() {
    return Stream.of(FaultKind.values())
        .flatMap(kind -> Stream.of(false, true).map(forEver -> new Object[] {kind, forEver}))
        .flatMap(
            row ->
                Stream.of(SyncMode.OP, SyncMode.CLOSE)
                    .map(sync -> Arguments.of(row[0], row[1], sync)));
  }

  static CrashWorkload workload(int steps) {
    return new CrashWorkload(Seeds.random().nextLong(), steps, 40);
  }

  private static TreeScenario pool(CrashWorkload workload, SyncMode sync) {
    return TreeScenario.pool(workload, Placement.FREE, 512, LOG, sync);
  }

  private static TreeScenario efind(CrashWorkload workload, SyncMode sync) {
    return TreeScenario.flashAware(
        workload, Placement.FREE, 512, LOG, sync, "efind:buffer=16K,unit=3");
  }

  private static TreeScenario fast(CrashWorkload workload, SyncMode sync) {
    return TreeScenario.flashAware(
        workload, Placement.FREE, 512, LOG, sync, "fast:buffer=4K,unit=3");
  }

  private static TreeScenario inPlace(CrashWorkload workload, SyncMode sync) {
    return TreeScenario.pool(workload, Placement.HOME, 512, LOG, sync);
  }

  static void require(FaultReport report) {
    System.out.println("FaultTest: " + report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.runs()).isPositive();
    assertThat(report.reported() + report.harmless() + report.older()).isEqualTo(report.runs());
    if (!report.kind().isSilent()) {
      assertThat(report.reported())
          .as("the store reports every fault that the device reports")
          .isEqualTo(report.runs());
    }
  }
}
