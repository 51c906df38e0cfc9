package org.flashgrove.storage.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/**
 * Cuts a workload at every call to the device, and checks the states that a cut may leave.
 *
 * <p>A state is right if a store opens on it, holds exactly what some number of steps left, no
 * fewer than were acknowledged as durable and no more than were begun, has no structural problem,
 * takes a few further steps, and holds those when it is closed and opened again. From some states
 * the opening and the further steps are cut again at every call, and so are the openings after
 * those cuts: what was acknowledged, or read after an opening returned, must still be there. At
 * some calls the process is killed, too, and power lost while the next one recovers.
 */
public final class CrashExplorer {
  /** Cuts of cuts of cuts. */
  public static final int DEPTHS = 3;

  private static final int FURTHER_STEPS = 3;
  private static final int MOST_VIOLATIONS = 10;
  private static final int MOST_WAITING = 512;
  private static final int DEEPER_SAMPLES = 1;

  /** Of a recovery, the states kept per call. */
  private static final int MOST_DEEPER_STATES = 12;

  private final CrashScenario scenario;
  private final CrashPlan plan;
  private final StateSet seen;
  private final ConcurrentHashMap<Long, Verdict> verdicts = new ConcurrentHashMap<>();
  private final AtomicLongArray states = new AtomicLongArray(DEPTHS);
  private final AtomicLongArray distinct = new AtomicLongArray(DEPTHS);
  private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore waiting = new Semaphore(MOST_WAITING);

  private CrashExplorer(CrashScenario scenario, CrashPlan plan, StateSet seen) {
    this.scenario = scenario;
    this.plan = plan;
    this.seen = seen;
  }

  /** Runs and cuts a scenario. */
  public static CrashReport explore(CrashScenario scenario, CrashPlan plan) {
    return explore(scenario, plan, new StateSet());
  }

  /**
   * Runs and cuts a scenario.
   *
   * @param seen gets the states, to count those of several explorations that differ; a state seen
   *     by an earlier exploration is checked again, since it may mean something else here
   */
  public static CrashReport explore(CrashScenario scenario, CrashPlan plan, StateSet seen) {
    return new CrashExplorer(scenario, plan, seen).run();
  }

  /** The workload's progress on one disk, as the cuts see it. */
  private final class Progress {
    private final int depth;
    private final CrashDisk disk;
    private final Random random;
    private final Consumer<Runnable> runner;
    private final List<Long> commits = new ArrayList<>();
    private int acknowledged;
    private int attempted;
    private boolean acknowledgedMore;
    private String at = "creation";

    Progress(int depth, CrashDisk disk, Random random, Consumer<Runnable> runner) {
      this.depth = depth;
      this.disk = disk;
      this.random = random;
      this.runner = runner;
    }

    void acknowledge(int steps) {
      synchronized (disk) { // a thread of the store may be calling it
        acknowledgedMore |= steps > acknowledged;
        acknowledged = Math.max(acknowledged, steps);
      }
    }

    /** Asks the store what is durable; {@code commits} has the numbers of steps from base on. */
    void acknowledge(StoreUnderTest store, int base) {
      int known = Math.max(acknowledged, base);
      while (known - base < commits.size() && store.isDurable(commits.get(known - base))) {
        known++;
      }
      acknowledge(known);
    }

    /** Returns whether the process is killed at this moment, and power lost in the next one. */
    private boolean isKilled() {
      switch (plan.cuts()) {
        case POWER:
          return disk.hasUnsyncedNames()
              || plan.recoveries() > 0 && random.nextInt(plan.recoveries()) == 0;
        case KILL_THEN_POWER:
          return true;
        default:
          return false;
      }
    }

    /** The states of a cut at this moment. */
    void cut() {
      synchronized (disk) {
        cutNow();
      }
    }

    private void cutNow() {
      int promised = acknowledged;
      int begun = attempted;
      String where = at + ", call " + disk.calls();
      List<DiskState> found = new ArrayList<>();
      if (plan.cuts() == CrashPlan.Cuts.KILL) {
        found.add(disk.everything());
      } else if (depth > 0 || plan.cuts() != CrashPlan.Cuts.KILL_THEN_POWER) {
        int samples = depth == 0 ? plan.samples() : DEEPER_SAMPLES;
        PowerCuts.of(disk, random, samples, acknowledgedMore, found::add);
      }
      acknowledgedMore = false;
      if (depth == 0 && isKilled()) {
        CrashDisk left = disk.killed();
        runner.accept(() -> checkKilled(left, promised, begun, where));
      }
      if (depth > 0 && found.size() > MOST_DEEPER_STATES) {
        Collections.shuffle(found, random);
        found = found.subList(0, MOST_DEEPER_STATES);
      }
      for (DiskState state : found) {
        states.incrementAndGet(depth);
        Verdict fresh = new Verdict();
        Verdict known = verdicts.putIfAbsent(state.hash(), fresh);
        if (known == null) {
          runner.accept(() -> check(state, fresh, promised, begun, depth, where));
        } else if (!known.allows(promised, begun)) {
          violate(where, state, "seen before, but now " + promised + " steps are acknowledged");
        }
      }
    }
  }

  private CrashReport run() {
    long start = System.nanoTime();
    ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    long calls;
    try {
      calls = workload(pool);
    } finally {
      pool.shutdown();
      awaitEnd(pool);
    }
    return new CrashReport(
        scenario.name(),
        plan.seed(),
        calls,
        list(states),
        list(distinct),
        List.copyOf(violations),
        System.nanoTime() - start);
  }

  private static void awaitEnd(ExecutorService pool) {
    try {
      if (!pool.awaitTermination(1, TimeUnit.HOURS)) {
        throw new IllegalStateException("states are still being checked after an hour");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static List<Long> list(AtomicLongArray counts) {
    List<Long> list = new ArrayList<>();
    for (int i = 0; i < counts.length(); i++) {
      list.add(counts.get(i));
    }
    return list;
  }

  private long distinctStates() {
    return list(distinct).stream().mapToLong(Long::longValue).sum();
  }

  /** Runs the workload on a disk that is never really cut; states are checked beside it. */
  private long workload(ExecutorService pool) {
    CrashDisk disk = new CrashDisk(scenario.initial());
    Progress progress = new Progress(0, disk, new Random(plan.seed()), task -> submit(pool, task));
    disk.afterEachCall(progress::cut);
    StoreUnderTest store = scenario.open(disk);
    progress.cut();
    for (int step = 0; step < scenario.steps() && goesOn(); step++) {
      progress.at = "step " + step;
      progress.attempted = step + 1;
      store.step(step);
      progress.commits.add(store.commitNumber());
      progress.acknowledge(store, 0);
      progress.cut();
      if (plan.reopenEvery() > 0 && step % plan.reopenEvery() == plan.reopenEvery() - 1) {
        progress.at = "reopening after step " + step;
        store.close();
        progress.acknowledge(step + 1);
        progress.cut();
        store = scenario.open(disk);
        progress.cut();
      }
    }
    if (goesOn()) {
      progress.at = "closing";
      store.close();
      progress.acknowledge(progress.attempted);
      progress.cut();
    }
    return disk.calls();
  }

  private boolean goesOn() {
    return violations.size() < MOST_VIOLATIONS && distinctStates() < plan.mostStates();
  }

  private void submit(ExecutorService pool, Runnable task) {
    waiting.acquireUninterruptibly();
    pool.execute(
        () -> {
          try {
            task.run();
          } finally {
            waiting.release();
          }
        });
  }

  private void violate(String where, DiskState state, String what) {
    if (violations.size() < MOST_VIOLATIONS) {
      violations.add(
          String.format(
              "%s, seed %d, %s, state %016x: %s",
              scenario.name(), plan.seed(), where, state.hash(), what));
    }
  }

  /** Opens, reads and checks a state. */
  private void check(
      DiskState state, Verdict verdict, int promised, int begun, int depth, String where) {
    if (!goesOn()) {
      return;
    }
    distinct.incrementAndGet(depth);
    seen.add(state);
    try {
      Random random = new Random(plan.seed() ^ state.hash());
      boolean cutAgain =
          depth + 1 < DEPTHS && plan.recoveries() > 0 && random.nextInt(plan.recoveries()) == 0;
      CrashDisk disk = new CrashDisk(state);
      Progress progress = new Progress(depth + 1, disk, random, Runnable::run);
      progress.acknowledged = promised;
      progress.attempted = begun;
      progress.at = where + " / recovery";
      if (!verdict.holds(recover(progress, cutAgain))) {
        violate(where, state, "seen again, when more steps were acknowledged");
      }
    } catch (Violation e) {
      violate(where, state, e.getMessage());
    } catch (RuntimeException e) {
      violate(where, state, e + " at " + firstFrames(e));
    }
  }

  /**
   * Recovers from a killed process, with what it left unsynced still unsynced, and cuts power while
   * it does.
   */
  private void checkKilled(CrashDisk disk, int promised, int begun, String where) {
    if (!goesOn()) {
      return;
    }
    DiskState state = disk.everything();
    Progress progress =
        new Progress(1, disk, new Random(plan.seed() ^ state.hash()), Runnable::run);
    progress.acknowledged = promised;
    progress.attempted = begun;
    progress.at = where + " / killed, recovery";
    try {
      recover(progress, true);
    } catch (Violation e) {
      violate(where + ", killed", state, e.getMessage());
    } catch (RuntimeException e) {
      violate(where + ", killed", state, e + " at " + firstFrames(e));
    }
  }

  /** How many steps a state holds, and what was asked of it before that was known. */
  private final class Verdict {
    private int held = -1;
    private final List<int[]> asked = new ArrayList<>();

    synchronized boolean allows(int promised, int begun) {
      if (held < 0) {
        asked.add(new int[] {promised, begun});
        return true;
      }
      if (held >= promised) {
        return true;
      }
      long digest = scenario.expected(held);
      for (int steps = promised; steps <= begun; steps++) {
        if (scenario.expected(steps) == digest) {
          return true;
        }
      }
      return false;
    }

    synchronized boolean holds(int steps) {
      held = steps;
      boolean allowed = true;
      for (int[] question : asked) {
        allowed &= allows(question[0], question[1]);
      }
      asked.clear();
      return allowed;
    }
  }

  private static String firstFrames(RuntimeException e) {
    StackTraceElement[] trace = e.getStackTrace();
    StringBuilder frames = new StringBuilder();
    for (int i = 0; i < Math.min(4, trace.length); i++) {
      frames.append(i == 0 ? "" : " < ").append(trace[i]);
    }
    return frames.toString();
  }

  /** A store that is not right. */
  private static final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
      super(message);
    }
  }

  /** Recovers from what is on a disk and goes on; returns the number of steps it held. */
  private int recover(Progress progress, boolean cutAgain) {
    CrashDisk disk = progress.disk;
    int promised = progress.acknowledged;
    int begun = progress.attempted;
    if (cutAgain) {
      disk.afterEachCall(progress::cut);
    }
    StoreUnderTest store = scenario.open(disk);
    int held = heldSteps(store.digest(), promised, begun);
    requireSound(store);
    progress.acknowledge(held);
    int step = held;
    for (; step < Math.min(held + FURTHER_STEPS, scenario.steps()); step++) {
      progress.attempted = step + 1;
      store.step(step);
      progress.commits.add(store.commitNumber());
      progress.acknowledge(store, held);
    }
    requireHeld(store.digest(), step, "after further steps");
    if (progress.random.nextInt(4) == 0) {
      store.close();
      progress.acknowledge(step);
      store = scenario.open(disk);
      requireHeld(store.digest(), step, "after closing and opening again");
      requireSound(store);
    }
    return held;
  }

  private void requireHeld(long digest, int steps, String when) {
    if (digest != scenario.expected(steps)) {
      throw new Violation("does not hold " + steps + " steps " + when);
    }
  }

  private static void requireSound(StoreUnderTest store) {
    List<String> problems = store.problems();
    if (!problems.isEmpty()) {
      throw new Violation(problems.toString());
    }
  }

  /** Returns the greatest number of steps begun that leave this content. */
  private int heldSteps(long digest, int promised, int begun) {
    for (int steps = begun; steps >= promised; steps--) {
      if (scenario.expected(steps) == digest) {
        return steps;
      }
    }
    for (int steps = 0; steps <= scenario.steps(); steps++) {
      if (scenario.expected(steps) == digest) {
        throw new Violation(
            "holds " + steps + " steps; " + promised + " acknowledged, " + begun + " begun");
      }
    }
    throw new Violation(
        "holds what no number of steps leaves; " + promised + " acknowledged, " + begun + " begun");
  }
}
