package org.flashgrove.storage.crash;

import java.util.List;
import java.util.Locale;

/**
 * What one kind of fault at many calls led to.
 *
 * @param scenario name of the scenario
 * @param kind the fault
 * @param forEver whether it happened at all later calls, too
 * @param runs workloads run, each with the fault at another call
 * @param reported runs in which the store, running or opened again, reported the fault by a typed
 *     exception
 * @param harmless runs in which everything stayed right
 * @param older runs after which the device held an earlier moment of the store, in which every file
 *     is right: a device that loses writes for ever looks like a backup that was put back
 * @param readOn runs in which queries went on, and right, after a change had failed
 * @param violations wrong answers and untyped exceptions, the first ones, one line each
 */
public record FaultReport(
    String scenario,
    FaultKind kind,
    boolean forEver,
    long runs,
    long reported,
    long harmless,
    long older,
    long readOn,
    List<String> violations) {
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %s %s: %d runs, %d reported, %d harmless, %d older, %d read on, %d violations",
        scenario,
        kind,
        forEver ? "for ever" : "once",
        runs,
        reported,
        harmless,
        older,
        readOn,
        violations.size());
  }
}
