package org.flashgrove.storage.crash;

/**
 * How thoroughly a workload is cut.
 *
 * @param seed draws samples
 * @param powerCuts whether power is lost; else the process is killed, and everything it handed to
 *     the operating system survives
 * @param samples states drawn where there are too many unsynced operations for all subsets
 * @param recoveries one of so many states is cut again while the store recovers from it, 0: none
 * @param reopenEvery steps after which the workload closes the store and opens it, 0: never
 * @param mostStates distinct states after which the workload ends
 */
public record CrashPlan(
    long seed, boolean powerCuts, int samples, int recoveries, int reopenEvery, long mostStates) {
  /** Power cuts with few samples; recoveries from one state in 16 are cut again. */
  public static CrashPlan powerCuts(long seed) {
    return new CrashPlan(seed, true, 8, 16, 37, Long.MAX_VALUE);
  }

  /** Killed processes instead of power cuts. */
  public static CrashPlan kills(long seed) {
    return new CrashPlan(seed, false, 0, 4, 37, Long.MAX_VALUE);
  }

  /** The same, but ending after so many distinct states. */
  public CrashPlan upTo(long states) {
    return new CrashPlan(seed, powerCuts, samples, recoveries, reopenEvery, states);
  }
}
