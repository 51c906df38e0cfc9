package org.flashgrove.jmh.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.jmh.bench.measure.Measurement;

/** Measurements of one peer (library in the benchmark) under one garbage collector. */
public final class Side {
  private final String peer;
  private final String collector;
  private final String description;
  private final Map<String, Repeated> rows = new LinkedHashMap<>();

  /**
   * Creates a side without measurements.
   *
   * @param collector name of the garbage collector; empty for the JVM's default
   * @param description description of the peer and its configuration
   */
  public Side(String peer, String collector, String description) {
    this.peer = peer;
    this.collector = collector;
    this.description = description;
  }

  /** Adds a measurement that one process made. */
  public void add(Measurement next) {
    rows.computeIfAbsent(next.row(), row -> new Repeated()).add(next);
  }

  /** Returns the name of the peer. */
  public String peer() {
    return peer;
  }

  /** Returns the name of the garbage collector; empty for the JVM's default. */
  public String collector() {
    return collector;
  }

  /** Returns the column header of this side. */
  public String label() {
    return collector.isEmpty() ? peer : peer + ", " + collector;
  }

  /** Returns the description of the peer and its configuration. */
  public String description() {
    return description;
  }

  /** Returns the measurements of each row of the report, by the name of the row. */
  Map<String, Repeated> rows() {
    return rows;
  }

  /**
   * Returns the median measurement that a row of the report shows. Returns null if it was not
   * measured.
   */
  Measurement row(String row) {
    Repeated measured = rows.get(row);
    return measured == null ? null : measured.median();
  }

  /** Returns the measurements as members of a JSON object. */
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
