package org.flashgrove.storage.crash;

/**
 * How thoroughly a workload is cut.
 *
 * @param seed draws samples
 * @param cuts what happens at each call
 * @param samples states drawn where there are too many unsynced operations for all subsets
 * @param recoveries of this many states one is cut again while the store recovers from it; 0 for
 *     none
 * @param reopenEvery steps after which the workload closes the store and opens it, 0: never
 * @param mostStates distinct states after which the workload ends
 */
public record CrashPlan(
    long seed, Cuts cuts, int samples, int recoveries, int reopenEvery, long mostStates) {
  /** What happens at a call. */
  public enum Cuts {
    /**
     * Power is lost. At some calls, and wherever names are not synced, also: the process is killed,
     * and power lost while the next one recovers.
     */
    POWER,
    /** Power is lost, and nothing else. */
    POWER_ALONE,
    /** The process is killed; everything it handed to the operating system survives. */
    KILL,
    /** The process is killed, and power lost while the next one recovers. */
    KILL_THEN_POWER
  }

  /** Power cuts with few samples; recoveries from one state in 16 are cut again. */
  public static CrashPlan powerCuts(long seed) {
    return new CrashPlan(seed, Cuts.POWER, 8, 16, 37, Long.MAX_VALUE);
  }

  /** Killed processes instead of power cuts. */
  public static CrashPlan kills(long seed) {
    return new CrashPlan(seed, Cuts.KILL, 0, 4, 37, Long.MAX_VALUE);
  }

  /** Power cuts after killed processes only. */
  public static CrashPlan killsThenPowerCuts(long seed) {
    return new CrashPlan(seed, Cuts.KILL_THEN_POWER, 1, 0, 37, Long.MAX_VALUE);
  }

  /** Returns this plan with an end after {@code distinct} distinct states. */
  public CrashPlan upTo(long states) {
    return new CrashPlan(seed, cuts, samples, recoveries, reopenEvery, states);
  }
}
