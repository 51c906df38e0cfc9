package org.flashgrove.access;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.placement.Placement;
import org.opentest4j.TestAbortedException;

/**
 * Runs short forms of the harnesses in a separate process, with the classes on its class path. The
 * exit code tells whether a harness found an error.
 */
final class MutationTarget {
  /** Exit code of the process if a harness found an error. */
  static final int FOUND = 3;

  private static final int PAGE = 512;
  private static final int LOG = 8 << 10;
  private static final int SMALL_LOG = 4 << 10;
  private static final int STATES = 2_500;
  private static final int ROUNDS = 3;

  /**
   * Number of fault runs. There are many, because workloads with faults are short and some faults
   * seldom hit the mutated code.
   */
  private static final int FAULT_ROUNDS = 24;

  private static final String EFIND = "efind:buffer=16K,unit=3";

  /**
   * Harnesses under the names that {@link Mutation} uses. In addition there is one harness for each
   * kind of fault.
   */
  enum Harness {
    POWER_CUT(MutationTarget::powerCuts),
    KILL(MutationTarget::kills),
    KILL_THEN_POWER_CUT(MutationTarget::killsThenPowerCuts),
    CREATION(MutationTarget::creation),
    BIT_FLIP(MutationTarget::bitFlips),
    ROW_POWER_CUT(MutationTarget::rowPowerCuts);

    private final LongFunction<List<String>> run;

    Harness(LongFunction<List<String>> run) {
      this.run = run;
    }
  }

  private MutationTarget() {}

  /**
   * Runs a harness. The arguments are a seed, and the name of a harness, of a kind of fault, or of
   * a test as {@code class#method}. The last printed line says what the harness found.
   */
  public static void main(String[] arguments) {
    long seed = Long.parseLong(arguments[0]);
    String what = arguments[1];
    if (what.contains("#")) {
      report(what, test(what));
    } else {
      for (int round = 0; round < (isFault(what) ? FAULT_ROUNDS : ROUNDS); round++) {
        report(what, violations(what, seed + round));
      }
    }
    System.out.println("nothing");
    System.exit(0);
  }

  private static List<String> violations(String what, long seed) {
    try {
      return isFault(what)
          ? faults(FaultKind.valueOf(what), seed)
          : Harness.valueOf(what).run.apply(seed);
    } catch (RuntimeException | AssertionError e) {
      return List.of("the workload itself fails: " + e);
    }
  }

  private static boolean isFault(String what) {
    return Arrays.stream(FaultKind.values()).anyMatch(kind -> kind.name().equals(what));
  }

  private static void report(String harness, List<String> violations) {
    if (!violations.isEmpty()) {
      System.out.println(harness + ": " + violations.get(0).replace('\n', ' '));
      System.exit(FOUND);
    }
  }

  /** Runs a test method of a class with a constructor without parameters. */
  private static List<String> test(String name) {
    int at = name.indexOf('#');
    try {
      var type = Class.forName(name.substring(0, at));
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      var method = type.getDeclaredMethod(name.substring(at + 1));
      method.setAccessible(true);
      method.invoke(constructor.newInstance());
      return List.of();
    } catch (InvocationTargetException e) {
      boolean skipped = e.getCause() instanceof TestAbortedException;
      return skipped ? List.of() : List.of(String.valueOf(e.getCause()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(name + " is no test", e);
    }
  }

  private static List<String> powerCuts(long seed) {
    return crashes(seed, new CrashPlan(seed, CrashPlan.Cuts.POWER, 4, 32, 23, STATES));
  }

  private static List<String> rowPowerCuts(long seed) {
    for (SyncMode sync : List.of(SyncMode.OP, SyncMode.CLOSE)) {
      RowScenario scenario =
          RowScenario.pool(new RowWorkload(seed, 150, 20, false), SMALL_LOG, sync);
      CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 2, 100, 23, STATES / 2);
      List<String> violations = CrashExplorer.explore(scenario, plan).violations();
      if (!violations.isEmpty()) {
        return violations;
      }
    }
    return List.of();
  }

  private static List<String> killsThenPowerCuts(long seed) {
    return crashes(seed, CrashPlan.killsThenPowerCuts(seed).upTo(STATES));
  }

  private static List<String> crashes(long seed, CrashPlan plan) {
    for (SyncMode sync : List.of(SyncMode.OP, SyncMode.CLOSE)) {
      CrashWorkload workload = new CrashWorkload(seed, 200, 40);
      for (TreeScenario scenario : both(workload, Placement.FREE, LOG, sync)) {
        List<String> violations = CrashExplorer.explore(scenario, plan).violations();
        if (!violations.isEmpty()) {
          return violations;
        }
      }
    }
    return List.of();
  }

  private static List<TreeScenario> both(
      CrashWorkload workload, Placement placement, long logBytes, SyncMode sync) {
    return List.of(
        TreeScenario.pool(workload, placement, PAGE, logBytes, sync),
        TreeScenario.flashAware(workload, placement, PAGE, logBytes, sync, EFIND));
  }

  private static List<String> kills(long seed) {
    CrashWorkload workload = new CrashWorkload(seed, 200, 40);
    List<String> violations = new ArrayList<>();
    for (Placement placement : Placement.values()) {
      for (TreeScenario scenario : both(workload, placement, LOG, SyncMode.OP)) {
        violations.addAll(CrashExplorer.explore(scenario, CrashPlan.kills(seed)).violations());
      }
    }
    return violations;
  }

  private static List<String> creation(long seed) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("none:frames=8,log=64K")
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.OP);
    StoreScenario scenario = new StoreScenario(new CrashWorkload(seed, 6, 3), options);
    return CrashExplorer.explore(scenario, CrashPlan.powerCuts(seed).upTo(500)).violations();
  }

  private static List<String> faults(FaultKind kind, long seed) {
    CrashWorkload workload = new CrashWorkload(seed, 100, 40);
    for (boolean forEver : new boolean[] {false, true}) {
      for (TreeScenario scenario : both(workload, Placement.FREE, SMALL_LOG, SyncMode.OP)) {
        List<String> violations = FaultExplorer.explore(scenario, kind, forEver, 1).violations();
        if (!violations.isEmpty()) {
          return violations;
        }
      }
    }
    return List.of();
  }

  private static List<String> bitFlips(long seed) {
    for (String flash : new String[] {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"}) {
      BitFlips.Closed store = BitFlips.tree(flash, seed);
      List<String> violations = BitFlips.run(store, 127, new Random(seed)).violations();
      if (!violations.isEmpty()) {
        return violations;
      }
    }
    return List.of();
  }
}
