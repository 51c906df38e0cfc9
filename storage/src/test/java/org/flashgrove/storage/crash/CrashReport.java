package org.flashgrove.storage.crash;

import java.util.List;
import java.util.Locale;

/**
 * What cutting a workload found.
 *
 * @param scenario name of the scenario
 * @param seed draws workload and samples; the same seed gives the same states at depth 0, while
 *     threads race for which recoveries are the first to reach a state, and cut from there on
 * @param calls calls to the device at which power was cut, those during recoveries not counted
 * @param states crash states made, by depth: 0 while the workload ran, 1 while the store recovered
 *     from one of those, 2 while it recovered from one of these
 * @param distinct states whose files differ from those of all others, by depth; each of them was
 *     opened, read and checked
 * @param violations the first violations, one line each
 * @param nanos time it took
 */
public record CrashReport(
    String scenario,
    long seed,
    long calls,
    List<Long> states,
    List<Long> distinct,
    List<String> violations,
    long nanos) {

  /** Distinct states of all depths. */
  public long distinctStates() {
    return distinct.stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: seed %d, %d device calls, states by depth %s, distinct %s = %d, %.1f s,"
            + " %.0f distinct states a second, %d violations",
        scenario,
        seed,
        calls,
        states,
        distinct,
        distinctStates(),
        nanos / 1e9,
        distinctStates() * 1e9 / nanos,
        violations.size());
  }
}
