package org.flashgrove.jmh.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.jmh.bench.measure.Measurement;

/**
 * Result of one peer.
 *
 * @param peer its word
 * @param description what it is and how it is set up
 * @param rows the best of its processes by row
 */
public record Side(String peer, String description, Map<String, Measurement> rows) {
  /** A peer that was not measured yet. */
  public static Side empty(String peer, String description) {
    return new Side(peer, description, new LinkedHashMap<>());
  }

  /** Takes what a process measured: of each row, what took the least processor time counts. */
  public void add(Measurement next) {
    rows.merge(next.row(), next, (one, other) -> other.cpuMicros() < one.cpuMicros() ? other : one);
  }

  /** Returns the members of a JSON object. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("peer", peer);
    members.put("description", description);
    Map<String, Object> measured = new LinkedHashMap<>();
    rows.forEach((row, measurement) -> measured.put(row, members(measurement)));
    members.put("rows", measured);
    return members;
  }

  private static Map<String, Object> members(Measurement measurement) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("operations", measurement.operations());
    members.put("cpuMicros", measurement.cpuMicros());
    members.put("wallMicros", measurement.wallMicros());
    members.put("perSecond", measurement.perSecond());
    if (measurement.bytesRead() != null) {
      members.put("bytesRead", measurement.bytesRead());
      members.put("bytesWritten", measurement.bytesWritten());
    }
    if (!measurement.latencyMicros().isEmpty()) {
      members.put("latencyMicros", measurement.latencyMicros());
    }
    members.putAll(measurement.figures());
    return members;
  }
}
