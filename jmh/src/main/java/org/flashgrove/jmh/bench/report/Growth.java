package org.flashgrove.jmh.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.report.Section;

/**
 * Report of how costs change as a data set grows. A table of insertions has a row for each peer (a
 * compared library or index) and each size of the data set. A table of queries on cached pages has
 * such rows for each window size, and also states the time per result.
 */
public final class Growth {
  private final String data;
  private final List<Comparison> sizes;
  private final String prefix;

  /**
   * Creates the report of a data set.
   *
   * @param sizes results for several sizes of the data set, in any order
   */
  public Growth(String data, List<Comparison> sizes) {
    this.data = data;
    this.sizes = sizes.stream().sorted(Comparator.comparingLong(Comparison::entries)).toList();
    prefix = Sections.fileName(data + "-growth");
  }

  /** Returns the tables and plots as a section of a report. */
  public Section section() {
    List<FigureTable> tables = new ArrayList<>();
    List<Drawing> drawings = new ArrayList<>();
    Plot insertions = plot("insertions", "Time of an insertion, µs");
    Plot windows = plot("windows", "Processor time of a warm window, µs");
    if (addInsertions(tables, insertions)) {
      drawings.add(insertions);
    }
    if (addWindows(tables, windows)) {
      drawings.add(windows);
    }
    return new Section(data + ", growth", List.of(), tables, drawings);
  }

  private Plot plot(String name, String title) {
    return Plot.lines(prefix + "-" + name, title, "entries", "µs").logarithmic(true);
  }

  private boolean addInsertions(List<FigureTable> tables, Plot plot) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(
        List.of("peer", "entries", "levels", "µs", "processor µs", "bytes written", "µs, p99.9"));
    for (String peer : peers()) {
      for (Comparison size : sizes) {
        Measurement inserted = size.row(peer, "one-by-one");
        if (inserted != null) {
          Measurement flushed = size.row(peer, "flush");
          Object levels = flushed == null ? null : flushed.figures().get("levels");
          cells.add(
              List.of(
                  peer,
                  entries(size),
                  levels == null ? "" : levels.toString(),
                  Sections.number(inserted.wallMicros()),
                  Sections.number(inserted.cpuMicros()),
                  Sections.bytes(inserted.bytesWritten(), inserted),
                  Sections.number(inserted.latencyMicros().get("p999"))));
          plot.add(peer, entries(size), inserted.wallMicros());
        }
      }
    }
    return add(tables, "insertions", "Growth: an insertion", cells);
  }

  private boolean addWindows(List<FigureTable> tables, Plot plot) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(List.of("peer", "entries", "window", "results", "processor µs", "ns a result"));
    for (String peer : peers()) {
      for (double percent : Workload.PERCENTS) {
        for (Comparison size : sizes) {
          Measurement asked = size.row(peer, "warm-1-" + percent);
          if (asked != null && asked.figures().get("results") instanceof Number results) {
            cells.add(
                List.of(
                    peer,
                    entries(size),
                    percent + " %",
                    Sections.number(results),
                    Sections.number(asked.cpuMicros()),
                    Sections.number(asked.cpuMicros() * 1e3 / results.doubleValue())));
            plot.add(peer + ", " + percent + " %", entries(size), asked.cpuMicros());
          }
        }
      }
    }
    return add(tables, "windows", "Growth: a warm window", cells);
  }

  private boolean add(
      List<FigureTable> tables, String name, String title, List<List<String>> cells) {
    boolean isThere = cells.size() > 1;
    if (isThere) {
      tables.add(new FigureTable(prefix + "-" + name, title, 2, cells));
    }
    return isThere;
  }

  private List<String> peers() {
    return sizes.stream()
        .flatMap(size -> size.sides().stream())
        .map(Side::label)
        .distinct()
        .toList();
  }

  private static String entries(Comparison size) {
    return String.format(Locale.ROOT, "%,d", size.entries());
  }
}
