package org.flashgrove.access;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.node.SyncMode;
import org.flashgrove.storage.placement.Placement;

/**
 * Runs a short form of all harnesses in a process of its own, over whatever classes it is given.
 */
final class MutationTarget {
  /** Exit code when a harness found something. */
  static final int FOUND = 3;

  private static final int LOG = 8 << 10;
  private static final int STATES = 2_500;
  private static final String EFIND = "efind:buffer=16K,unit=3";

  private MutationTarget() {}

  /** Argument: a seed. The last line printed says what was found, by which harness. */
  public static void main(String[] arguments) {
    long seed = Long.parseLong(arguments[0]);
    for (int round = 0; round < 2; round++) {
      run(seed + round);
    }
    System.out.println("nothing");
    System.exit(0);
  }

  private static void run(long seed) {
    for (SyncMode sync : List.of(SyncMode.OP, SyncMode.CLOSE)) {
      CrashWorkload workload = new CrashWorkload(seed, 200, 40);
      CrashPlan plan = new CrashPlan(seed, true, 4, 32, 23, STATES);
      crash(TreeScenario.pool(workload, Placement.FREE, 512, LOG, sync), plan);
      crash(TreeScenario.efind(workload, Placement.FREE, 512, LOG, sync, EFIND), plan);
    }
    creation(seed);
    for (FaultKind kind : FaultKind.values()) {
      CrashWorkload workload = new CrashWorkload(seed, 100, 40);
      for (boolean forEver : new boolean[] {false, true}) {
        found(
            "fault " + kind,
            () ->
                FaultExplorer.explore(
                        TreeScenario.pool(workload, Placement.FREE, 512, LOG, SyncMode.OP),
                        kind,
                        forEver,
                        2)
                    .violations());
        found(
            "fault " + kind,
            () ->
                FaultExplorer.explore(
                        TreeScenario.efind(workload, Placement.FREE, 512, LOG, SyncMode.OP, EFIND),
                        kind,
                        forEver,
                        2)
                    .violations());
      }
    }
    for (String flash : new String[] {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"}) {
      found("bit flip", () -> BitFlips.run(flash, 127, new Random(seed)).violations());
    }
  }

  private static void creation(long seed) {
    StoreOptions options =
        new StoreOptions("rtree", "none:frames=8,log=64K", "buffered", 512, "op");
    StoreScenario scenario = new StoreScenario(new CrashWorkload(seed, 6, 3), options);
    found(
        "creation",
        () -> CrashExplorer.explore(scenario, CrashPlan.powerCuts(seed).upTo(500)).violations());
  }

  private static void crash(TreeScenario scenario, CrashPlan plan) {
    found(
        "power cut, " + scenario.name(), () -> CrashExplorer.explore(scenario, plan).violations());
  }

  private static void found(String harness, Supplier<List<String>> run) {
    List<String> violations;
    try {
      violations = run.get();
    } catch (RuntimeException | AssertionError e) {
      violations = List.of("the workload itself fails: " + e);
    }
    if (!violations.isEmpty()) {
      String first = violations.get(0);
      System.out.println(harness + ": " + first.replace('\n', ' '));
      System.exit(FOUND);
    }
  }
}
