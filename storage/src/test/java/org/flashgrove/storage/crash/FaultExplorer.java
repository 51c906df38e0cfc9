package org.flashgrove.storage.crash;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.failure.StoreException;

/**
 * Runs a workload once for every call of a kind, with a fault at that call.
 *
 * <p>The workload closes and reopens its store halfway, reads everything now and then, and closes
 * it at the end. Then the fault is gone, and the store is opened and read again. Allowed is: every
 * answer is right, or a {@link StoreException} reports that something is wrong. After a failed
 * write or sync the store must refuse further work. A fault that the device reports must leave a
 * store that opens and holds every acknowledged step; after one that it does not report, the store
 * may refuse to open, or to answer, with a typed exception.
 *
 * <p>A device that loses or spoils all writes from some moment on, and reports success, is left
 * with an earlier moment of the store. If every file is whole there, nothing on the device can tell
 * it from a backup put back; such runs are counted apart.
 */
public final class FaultExplorer {
  private static final int READ_EVERY = 8;
  private static final int MOST_VIOLATIONS = 5;

  private final CrashScenario scenario;
  private final DiskState initial;
  private final FaultKind kind;
  private final boolean forEver;
  private final List<String> violations = new ArrayList<>();
  private long reported;
  private long harmless;
  private long older;
  private long readOn;

  private FaultExplorer(CrashScenario scenario, FaultKind kind, boolean forEver) {
    this.scenario = scenario;
    this.kind = kind;
    this.forEver = forEver;
    initial = scenario.initial();
  }

  /**
   * Explores a fault.
   *
   * @param stride every so-many-th call, from the first on, is tried
   */
  public static FaultReport explore(
      CrashScenario scenario, FaultKind kind, boolean forEver, int stride) {
    return new FaultExplorer(scenario, kind, forEver).run(stride);
  }

  private FaultReport run(int stride) {
    long runs = 0;
    boolean reached = true;
    for (long call = 0; reached && violations.size() < MOST_VIOLATIONS; call += stride) {
      reached = runAt(call);
      runs += reached ? 1 : 0;
    }
    return new FaultReport(
        scenario.name(),
        kind,
        forEver,
        runs,
        reported,
        harmless,
        older,
        readOn,
        List.copyOf(violations));
  }

  /** One workload; how far it came. */
  private final class Run {
    private final CrashDisk disk = new CrashDisk(initial);
    private final FaultyDisk faulty = new FaultyDisk(disk);
    private int acknowledged;
    private int attempted;
    private String failure;

    void work() {
      StoreUnderTest store = scenario.open(faulty);
      for (int step = 0; step < scenario.steps(); step++) {
        attempted = step + 1;
        try {
          store.step(step);
        } catch (StoreException e) {
          requireRefusal(store, step);
          throw e;
        }
        if (store.isDurable(store.commitNumber())) {
          acknowledged = step + 1;
        }
        if (step % READ_EVERY == READ_EVERY - 1) {
          requireContent(store.digest(), step + 1);
        }
        if (step == scenario.steps() / 2) {
          store.close();
          acknowledged = step + 1;
          store = scenario.open(faulty);
          requireReopened(store.digest(), step + 1);
        }
      }
      store.close();
      acknowledged = attempted;
    }

    private void requireContent(long digest, int steps) {
      if (digest != scenario.expected(steps)) {
        throw new AssertionError("wrong answer after " + steps + " steps");
      }
    }

    private void requireReopened(long digest, int steps) {
      if (isOlder(digest, steps)) {
        throw new OlderContent();
      }
      requireContent(digest, steps);
    }

    /** After a failed write or sync nothing may be done any more. */
    private void requireRefusal(StoreUnderTest store, int step) {
      if (kind.call() == FaultKind.Call.READ) {
        return;
      }
      long commits = store.commitNumber();
      try {
        store.step(step);
      } catch (StoreException expected) {
        requireReads(store);
        return;
      } catch (AssertionError done) { // it reads first, and what it looks for is done or gone
        requireReads(store);
        if (store.commitNumber() == commits) {
          return;
        }
      }
      throw new AssertionError("step " + step + " failed, but was possible again");
    }

    /** Queries go on, or say that they do not: none gives another answer. */
    private void requireReads(StoreUnderTest store) {
      long digest;
      try {
        digest = store.digest();
      } catch (StoreException e) {
        return;
      }
      readOn++;
      if (digest != scenario.expected(attempted) && digest != scenario.expected(attempted - 1)) {
        throw new AssertionError("wrong answer after a failure in step " + attempted);
      }
    }
  }

  /** Runs the workload with the fault at a call; returns false if it makes fewer calls. */
  private boolean runAt(long call) {
    Run run = new Run();
    run.faulty.arm(kind, call, forEver);
    try {
      run.work();
    } catch (OlderContent e) {
      older++;
      return true;
    } catch (StoreException e) {
      run.failure = e.toString();
    } catch (RuntimeException | AssertionError e) {
      violate(call, run, "running", e);
      return true;
    }
    if (run.faulty.injected() == 0) {
      return false;
    }
    run.faulty.disarm();
    try {
      reopen(run);
    } catch (StoreException e) {
      if (!kind.isSilent()) {
        violate(call, run, "reopened", e);
      }
      reported++;
    } catch (RuntimeException | AssertionError e) {
      violate(call, run, "reopened", e);
    }
    return true;
  }

  /** Returns whether writes lost for ever leave what fewer steps left. */
  private boolean isOlder(long digest, int acknowledged) {
    if (!forEver || !kind.losesWrites() || digest == scenario.expected(acknowledged)) {
      return false;
    }
    for (int steps = acknowledged - 1; steps >= 0; steps--) {
      if (digest == scenario.expected(steps)) {
        return true;
      }
    }
    return false;
  }

  /** An earlier state of the store: nothing on the device shows that there was a later one. */
  private static final class OlderContent extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private void reopen(Run run) {
    StoreUnderTest store = scenario.open(new CrashDisk(run.disk.everything()));
    long digest = store.digest();
    List<String> problems = store.problems();
    if (!problems.isEmpty()) {
      if (!kind.isSilent()) {
        throw new AssertionError(problems.toString());
      }
      reported++;
      return;
    }
    for (int steps = run.attempted; steps >= run.acknowledged; steps--) {
      if (digest == scenario.expected(steps)) {
        if (run.failure != null) {
          reported++;
        } else {
          harmless++;
        }
        return;
      }
    }
    if (isOlder(digest, run.acknowledged)) {
      older++;
      return;
    }
    throw new AssertionError(
        "holds neither " + run.acknowledged + " acknowledged steps nor one more");
  }

  private void violate(long call, Run run, String when, Throwable what) {
    StringBuilder text = new StringBuilder();
    text.append(scenario.name()).append(", ").append(kind).append(forEver ? " for ever" : " once");
    text.append(" at call ").append(call).append(", ").append(when).append(", ");
    text.append(run.acknowledged).append(" acknowledged, ").append(run.attempted);
    text.append(" begun, failure ").append(run.failure).append(": ").append(what);
    StackTraceElement[] trace = what.getStackTrace();
    for (int i = 0; i < Math.min(6, trace.length); i++) {
      text.append(i == 0 ? " at " : " < ").append(trace[i]);
    }
    violations.add(text.toString());
  }
}
