package org.flashgrove.cli.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.record.SkippedRecords;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.Table;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.input.WindowFile;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;

/**
 * Compares the results of queries with the results of a scan. For each query, it stores the number
 * of results and a sum of hashes of the results' ids, but not the results themselves.
 */
public final class ResultChecker {
  private final long[] counts;
  private final long[] checksums;
  private long idSum;
  private final SkipCollector skipped = new SkipCollector();
  private long candidates;
  private IoStats io;
  private Map<String, Object> deviceMembers;
  private long elapsedNanos;
  private ScanStats scan = ScanStats.NONE;

  ResultChecker(int windows) {
    counts = new long[windows];
    checksums = new long[windows];
  }

  /**
   * Runs a query for every window on a store. If the store is on a simulated device, first resets
   * the statistics of the device.
   */
  public static ResultChecker of(SpatialStore store, WindowFile windows, QuerySpec spec) {
    return of(store.store(), store, windows, spec);
  }

  /** Runs a query for every window on a spatial index of a store. */
  public static ResultChecker of(
      Store store, SpatialIndex entries, WindowFile windows, QuerySpec spec) {
    RectangleTest test = spec.test();
    boolean refined = test != spec.filter();
    ResultChecker checker = new ResultChecker(windows.count());
    DeviceMembers.reset(store);
    IoStats before = store.stats().io();
    long start = System.nanoTime();
    for (int i = 0; i < windows.count(); i++) {
      int window = i;
      double x1 = windows.at(i, 0);
      double y1 = windows.at(i, 1);
      double x2 = windows.at(i, 2);
      double y2 = windows.at(i, 3);
      checker.candidates +=
          refined
              ? entries.forEach(
                  EntryQuery.matching(spec.filter(), x1, y1, x2, y2),
                  (id, minX, minY, maxX, maxY) -> {
                    if (test.matches(x1, y1, x2, y2, minX, minY, maxX, maxY)) {
                      checker.add(window, id);
                    }
                  })
              : entries.forEach(
                  EntryQuery.matching(test, x1, y1, x2, y2).idsOnly(),
                  (id, minX, minY, maxX, maxY) -> {
                    checker.add(window, id);
                  });
    }
    checker.elapsedNanos = System.nanoTime() - start;
    checker.io = store.stats().io().since(before);
    checker.deviceMembers = DeviceMembers.of(store);
    return checker;
  }

  /**
   * Runs a query for every window on a spatial index of a store.
   *
   * @param limit maximum number of results of each query
   * @param rows receives each result
   */
  static ResultChecker of(
      Store store,
      SpatialIndex entries,
      WindowFile windows,
      QuerySpec spec,
      long limit,
      EntryVisitor rows) {
    RectangleTest test = spec.test();
    boolean refined = test != spec.filter();
    ResultChecker checker = new ResultChecker(windows.count());
    DeviceMembers.reset(store);
    IoStats before = store.stats().io();
    long start = System.nanoTime();
    for (int i = 0; i < windows.count() && limit > 0; i++) {
      double x1 = windows.at(i, 0);
      double y1 = windows.at(i, 1);
      double x2 = windows.at(i, 2);
      double y2 = windows.at(i, 3);
      EntryQuery query = EntryQuery.matching(spec.filter(), x1, y1, x2, y2);
      try (EntryCursor at = entries.cursor(query)) {
        while (checker.counts[i] < limit && at.next()) {
          checker.candidates++;
          if (!refined
              || test.matches(x1, y1, x2, y2, at.minX(), at.minY(), at.maxX(), at.maxY())) {
            checker.add(i, at.id());
            rows.visit(at.id(), at.minX(), at.minY(), at.maxX(), at.maxY());
          }
        }
      }
    }
    checker.elapsedNanos = System.nanoTime() - start;
    checker.io = store.stats().io().since(before);
    checker.deviceMembers = DeviceMembers.of(store);
    return checker;
  }

  /** Runs a query on a table. */
  interface Running {
    void run(ScanQuery query, Consumer<RecordCursor> use) throws IOException;
  }

  /**
   * Runs every query on a table.
   *
   * @param running runs one query
   * @param limit maximum number of results of each query
   * @param rows called for each result, with a cursor at the result
   */
  static ResultChecker of(
      Table table,
      List<ScanQuery> queries,
      Running running,
      long limit,
      Consumer<RecordCursor> rows)
      throws IOException {
    ResultChecker checker = new ResultChecker(queries.size());
    DeviceMembers.reset(table.store());
    IoStats before = table.io();
    long start = System.nanoTime();
    for (int i = 0; i < queries.size(); i++) {
      int query = i;
      running.run(
          queries.get(i),
          cursor -> {
            while (checker.counts[query] < limit && cursor.next()) {
              checker.add(query, cursor.key());
              rows.accept(cursor);
            }
            checker.scan = cursor.figures();
            checker.candidates += checker.scan.candidates();
            checker.skipped.add(checker.scan.skipped());
          });
    }
    checker.elapsedNanos = System.nanoTime() - start;
    checker.io = table.io().since(before);
    checker.deviceMembers = DeviceMembers.of(table.store());
    return checker;
  }

  /** Returns the scan statistics of the last query on a table. */
  ScanStats scan() {
    return scan;
  }

  /** Runs every query on a table without a limit. */
  public static ResultChecker of(Table table, List<ScanQuery> queries, ScanConfig config) {
    Running running =
        (query, use) -> {
          try (RecordCursor cursor = TableScan.open(table, query, config)) {
            use.accept(cursor);
          }
        };
    try {
      return of(table, queries, running, Long.MAX_VALUE, cursor -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Computes the correct results from the objects of a data file. */
  static ResultChecker ofRows(FeatureCursor rows, List<ScanQuery> queries) {
    ResultChecker checker = new ResultChecker(queries.size());
    while (rows.next()) {
      for (int i = 0; i < queries.size(); i++) {
        if (matches(queries.get(i).geometry(), rows.geometry())) {
          checker.add(i, rows.id());
        }
      }
    }
    return checker;
  }

  /**
   * Returns whether an object passes a test. Returns false if no algorithm can evaluate the object,
   * because a query on a table skips such an object, too.
   */
  private static boolean matches(GeometryTest asked, Geometry object) {
    try {
      return asked.matches(object);
    } catch (UnansweredGeometryException e) {
      return false;
    }
  }

  /**
   * Returns the records that queries on a table skipped, because no algorithm can evaluate them.
   */
  SkippedRecords skipped() {
    return skipped.skipped();
  }

  void add(int window, long id) {
    counts[window]++;
    idSum += id;
    checksums[window] += mix(id);
  }

  /**
   * Returns a hash of an id. Sums of hashes differ for different sets of ids, with high
   * probability.
   */
  private static long mix(long id) {
    long bits = id * 0x9E3779B97F4A7C15L;
    return (bits ^ bits >>> 32) * 0xD6E8FEB86659FD93L + id;
  }

  /** Returns the number of index pages that the queries read and wrote. */
  public IoStats io() {
    return io;
  }

  /**
   * Returns the statistics of the simulated device during the queries. Returns null if the store
   * has no such device.
   */
  public Map<String, Object> deviceMembers() {
    return deviceMembers;
  }

  public double elapsedMillis() {
    return elapsedNanos / 1e6;
  }

  /** Returns the number of queries. */
  int windows() {
    return counts.length;
  }

  long count(int window) {
    return counts[window];
  }

  long results() {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /** Returns the differences from the correct results, one line each. */
  public List<String> differences(ResultChecker right) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != right.counts[i]) {
        lines.add(
            "window "
                + (i + 1)
                + ": "
                + counts[i]
                + " results where a scan has "
                + right.counts[i]);
      } else if (checksums[i] != right.checksums[i]) {
        lines.add("window " + (i + 1) + ": " + counts[i] + " results, but other ids than a scan");
      }
    }
    return lines;
  }

  /**
   * Returns the counts and costs of the queries as members of a JSON object. The member {@code
   * idChecksum} is the sum of the results' ids modulo 2^63.
   */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("queries", counts.length);
    members.put("results", results());
    members.put("counts", counts);
    members.put("idChecksum", Long.toString(idSum & Long.MAX_VALUE));
    members.put("candidates", candidates);
    members.put("io", JsonOutput.of(io));
    DeviceMembers.add(members, deviceMembers);
    members.put("elapsedMillis", elapsedMillis());
    return members;
  }
}
