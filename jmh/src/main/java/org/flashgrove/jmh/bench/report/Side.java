package org.flashgrove.jmh.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.jmh.bench.measure.Measurement;

/** Measurements of a peer under one collector. */
public final class Side {
  private final String peer;
  private final String collector;
  private final String description;
  private final Map<String, Repeated> rows = new LinkedHashMap<>();

  /**
   * A peer that was not measured yet.
   *
   * @param collector its word; empty for the JVM's choice
   * @param description what the peer is and how it is set up
   */
  public Side(String peer, String collector, String description) {
    this.peer = peer;
    this.collector = collector;
    this.description = description;
  }

  /** Takes what a process measured. */
  public void add(Measurement next) {
    rows.computeIfAbsent(next.row(), row -> new Repeated()).add(next);
  }

  /** Returns the peer's word. */
  public String peer() {
    return peer;
  }

  /** Returns the collector's word; empty for the JVM's choice. */
  public String collector() {
    return collector;
  }

  /** Returns the head of its column. */
  public String label() {
    return collector.isEmpty() ? peer : peer + ", " + collector;
  }

  /** Returns what the peer is and how it is set up. */
  public String description() {
    return description;
  }

  /** Returns the measurements of each row. */
  Map<String, Repeated> rows() {
    return rows;
  }

  /** Returns the median of a row; null if it was not measured. */
  Measurement row(String row) {
    Repeated measured = rows.get(row);
    return measured == null ? null : measured.median();
  }

  /** Returns the members of a JSON object. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("peer", peer);
    members.put("collector", collector);
    members.put("description", description);
    Map<String, Object> measured = new LinkedHashMap<>();
    rows.forEach((row, repeated) -> measured.put(row, repeated.members()));
    members.put("rows", measured);
    return members;
  }
}
