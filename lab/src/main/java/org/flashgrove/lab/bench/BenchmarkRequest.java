package org.flashgrove.lab.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.cli.machine.MachineFacts;

/**
 * Request for a benchmark. A peer is a library or index that takes part in it. A suite defines the
 * data sets and the phases, which are kinds of measurements.
 *
 * @param quick whether to check only the answers, with few entries
 * @param suite name of the suite
 * @param entries numbers of entries; empty for the numbers of the suite
 * @param data data sets: names of generated kinds, or files; empty for the data sets of the suite
 * @param coordinates type of coordinates, float or double; empty for the type of the suite
 * @param peers names of the peers; empty for the default ones
 * @param phases names of the phases; empty for all
 * @param memoryBytes memory of each peer whose memory can be set, in bytes
 * @param processes number of processes in which each peer is measured
 * @param collectors names of garbage collectors to measure in addition to the JVM's default
 * @param drivers library files of peers that are not in the benchmark's jar
 * @param seed seed of data and queries
 * @param out directory of the report
 * @param work directory for the files that peers write during the measurement
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

  /** Returns the properties of this machine by name. */
  public Map<String, Object> machine() {
    return MachineFacts.of(work).members();
  }

  /** Returns the properties of this machine as one line of text. */
  public String machineLine() {
    return MachineFacts.of(work).toString();
  }
}
