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
import org.flashgrove.access.scan.RecordCursor;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanFigures;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.access.scan.SkippedRecords;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.Table;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.Members;
import org.flashgrove.cli.input.WindowFile;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;

/** Answers of a set of windows: how many, and sums of ids by which answers can be compared. */
public final class Answers {
  private final long[] counts;
  private final long[] checksums;
  private long idSum;
  private final SkipCollector skipped = new SkipCollector();
  private long candidates;
  private IoFigures io;
  private Map<String, Object> deviceMembers;
  private long elapsedNanos;
  private ScanFigures scan = ScanFigures.NONE;

  Answers(int windows) {
    counts = new long[windows];
    checksums = new long[windows];
  }

  /**
   * Asks a store for every window. The figures of a simulated device start anew: they are those of
   * the answering.
   */
  public static Answers of(SpatialStore store, WindowFile windows, QuerySpec spec) {
    return of(store.store(), store, windows, spec);
  }

  /** Asks a spatial index of a store for every window. */
  public static Answers of(Store store, SpatialIndex entries, WindowFile windows, QuerySpec spec) {
    RectangleTest test = spec.test();
    boolean refined = test != spec.filter();
    Answers answers = new Answers(windows.count());
    DeviceMembers.reset(store);
    IoFigures before = store.metrics().io();
    long start = System.nanoTime();
    for (int i = 0; i < windows.count(); i++) {
      int window = i;
      double x1 = windows.at(i, 0);
      double y1 = windows.at(i, 1);
      double x2 = windows.at(i, 2);
      double y2 = windows.at(i, 3);
      answers.candidates +=
          refined
              ? entries.search(
                  spec.filter(),
                  x1,
                  y1,
                  x2,
                  y2,
                  (id, minX, minY, maxX, maxY) -> {
                    if (test.matches(x1, y1, x2, y2, minX, minY, maxX, maxY)) {
                      answers.add(window, id);
                    }
                  })
              : entries.searchIds(
                  test,
                  x1,
                  y1,
                  x2,
                  y2,
                  id -> {
                    answers.add(window, id);
                  });
    }
    answers.elapsedNanos = System.nanoTime() - start;
    answers.io = store.metrics().io().since(before);
    answers.deviceMembers = DeviceMembers.of(store);
    return answers;
  }

  /**
   * Queries a spatial index of a store with every window, with a limit on the results of each
   * query.
   *
   * @param rows receives each result
   */
  static Answers of(
      Store store,
      SpatialIndex entries,
      WindowFile windows,
      QuerySpec spec,
      long limit,
      EntryVisitor rows) {
    RectangleTest test = spec.test();
    boolean refined = test != spec.filter();
    Answers answers = new Answers(windows.count());
    DeviceMembers.reset(store);
    IoFigures before = store.metrics().io();
    long start = System.nanoTime();
    for (int i = 0; i < windows.count() && limit > 0; i++) {
      int window = i;
      double x1 = windows.at(i, 0);
      double y1 = windows.at(i, 1);
      double x2 = windows.at(i, 2);
      double y2 = windows.at(i, 3);
      answers.candidates +=
          entries.searchUntil(
              spec.filter(),
              x1,
              y1,
              x2,
              y2,
              (id, minX, minY, maxX, maxY) -> {
                if (!refined || test.matches(x1, y1, x2, y2, minX, minY, maxX, maxY)) {
                  answers.add(window, id);
                  rows.visit(id, minX, minY, maxX, maxY);
                }
                return answers.counts[window] < limit ? VisitResult.CONTINUE : VisitResult.STOP;
              });
    }
    answers.elapsedNanos = System.nanoTime() - start;
    answers.io = store.metrics().io().since(before);
    answers.deviceMembers = DeviceMembers.of(store);
    return answers;
  }

  /** Way to run a query of a table. */
  interface Running {
    void run(ScanQuery query, Consumer<RecordCursor> use) throws IOException;
  }

  /**
   * Runs every query on a table, with a limit on the results of each query.
   *
   * @param rows receives a cursor at each result
   */
  static Answers of(
      Table table,
      List<ScanQuery> queries,
      Running running,
      long limit,
      Consumer<RecordCursor> rows)
      throws IOException {
    Answers answers = new Answers(queries.size());
    DeviceMembers.reset(table.store());
    IoFigures before = table.io();
    long start = System.nanoTime();
    for (int i = 0; i < queries.size(); i++) {
      int query = i;
      running.run(
          queries.get(i),
          cursor -> {
            while (answers.counts[query] < limit && cursor.next()) {
              answers.add(query, cursor.key());
              rows.accept(cursor);
            }
            answers.scan = cursor.figures();
            answers.candidates += answers.scan.candidates();
            answers.skipped.add(answers.scan.skipped());
          });
    }
    answers.elapsedNanos = System.nanoTime() - start;
    answers.io = table.io().since(before);
    answers.deviceMembers = DeviceMembers.of(table.store());
    return answers;
  }

  /** Scan figures of the last query of a table. */
  ScanFigures scan() {
    return scan;
  }

  /** Runs every query on a table, to its end. */
  public static Answers of(Table table, List<ScanQuery> queries, ScanConfig config) {
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

  /** The right answers, from the objects of a data file. */
  static Answers ofRows(FeatureCursor rows, List<ScanQuery> queries) {
    Answers answers = new Answers(queries.size());
    while (rows.next()) {
      for (int i = 0; i < queries.size(); i++) {
        if (matches(queries.get(i).geometry(), rows.geometry())) {
          answers.add(i, rows.id());
        }
      }
    }
    return answers;
  }

  /** Returns false for an object that no algorithm can evaluate, since a table skips it, too. */
  private static boolean matches(GeometryTest asked, Geometry object) {
    try {
      return asked.matches(object);
    } catch (UnansweredGeometryException e) {
      return false;
    }
  }

  /** Returns the records of a table that no algorithm can evaluate. */
  SkippedRecords skipped() {
    return skipped.skipped();
  }

  void add(int window, long id) {
    counts[window]++;
    idSum += id;
    checksums[window] += mix(id);
  }

  /** Spreads ids, so that sums of different sets differ. */
  private static long mix(long id) {
    long bits = id * 0x9E3779B97F4A7C15L;
    return (bits ^ bits >>> 32) * 0xD6E8FEB86659FD93L + id;
  }

  /** Entries that passed the filter. */
  long candidates() {
    return candidates;
  }

  /** Traffic of index pages while answering. */
  public IoFigures io() {
    return io;
  }

  /** Figures of a simulated device while answering, or null. */
  public Map<String, Object> deviceMembers() {
    return deviceMembers;
  }

  public double elapsedMillis() {
    return elapsedNanos / 1e6;
  }

  /** Number of windows asked. */
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

  /** Differences from the right answers, one line each. */
  public List<String> differences(Answers right) {
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

  /** The members of a JSON object; {@code idChecksum} is the sum of ids modulo 2^63. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("queries", counts.length);
    members.put("results", results());
    members.put("counts", counts);
    members.put("idChecksum", Long.toString(idSum & Long.MAX_VALUE));
    members.put("candidates", candidates);
    members.put("io", Members.of(io));
    DeviceMembers.add(members, deviceMembers);
    members.put("elapsedMillis", elapsedMillis());
    return members;
  }
}
