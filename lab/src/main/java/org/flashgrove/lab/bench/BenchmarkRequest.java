package org.flashgrove.lab.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.cli.machine.MachineFacts;

/**
 * Request for a benchmark.
 *
 * @param quick whether only answers are checked, with few entries
 * @param suite name of the suite
 * @param entries numbers of entries; empty for the suite's
 * @param data data sets: names of kinds of data, or files; empty for those of the suite
 * @param coordinates word for coordinates, float or double; empty for the suite's
 * @param peers words of peers; empty for the usual ones
 * @param phases words of phases; empty for all
 * @param memoryBytes memory of each peer that can be given some
 * @param processes how many times each peer is measured, each time in a process of its own
 * @param collectors words of collectors that are measured beside the JVM's own choice
 * @param drivers files of libraries that the jar of the peers lacks
 * @param seed decides data and queries
 * @param out directory of the report
 * @param work directory of the peers' files while they are measured
 */
public record BenchmarkRequest(
    boolean quick,
    String suite,
    List<Long> entries,
    List<String> data,
    String coordinates,
    List<String> peers,
    List<String> phases,
    long memoryBytes,
    int processes,
    List<String> collectors,
    List<String> drivers,
    long seed,
    Path out,
    Path work) {
  /** Copies the lists. */
  public BenchmarkRequest {
    entries = List.copyOf(entries);
    data = List.copyOf(data);
    peers = List.copyOf(peers);
    phases = List.copyOf(phases);
    collectors = List.copyOf(collectors);
    drivers = List.copyOf(drivers);
  }

  /** Returns the facts of this machine by their names. */
  public Map<String, Object> machine() {
    return MachineFacts.of(work).members();
  }

  /** Returns the facts of this machine in a line for people. */
  public String machineLine() {
    return MachineFacts.of(work).toString();
  }
}
