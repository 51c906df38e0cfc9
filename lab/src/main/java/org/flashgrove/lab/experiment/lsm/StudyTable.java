package org.flashgrove.lab.experiment.lsm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.Plot;

/** Tables of the study by Mao et al. (2020), with a row for each design and device. */
enum StudyTable {
  /** Table I of Mao et al.: costs of insertions. */
  THROUGHPUT(
      "throughput",
      "Insertions: throughput, flushes and merges, stalls, latency",
      new String[] {
        "records_per_second", "records/s",
        "records_per_second_of_rounds", "of the rounds",
        "work_seconds", "insertions and queries s",
        "flush_seconds", "flush s",
        "merge_seconds", "merge s",
        "stalls", "stalls",
        "insert_p50_micros", "p50 us",
        "insert_p99_micros", "p99 us",
        "insert_p999_micros", "p99.9 us",
        "insert_max_micros", "max us",
        "cpu_seconds", "CPU s"
      }),
  /** Figure 3 of Mao et al.: write amplification. */
  WRITES(
      "writes",
      "Write amplification (of a grove: pages written divided by pages stored)",
      new String[] {
        "write_amplification", "WA",
        "write_amplification_by_level", "merged into levels 0, 1, ...",
        "flushes", "flushes",
        "merges", "merges",
        "flush_bytes", "flush bytes",
        "merge_bytes", "merge bytes",
        "bytes_written_per_point", "bytes per point"
      }),
  /** Number of LSM components after each round of insertions, and memory. */
  COMPONENTS(
      "components",
      "Components after each round, and memory",
      new String[] {
        "components_by_round", "by round",
        "mean_components", "mean",
        "most_components", "maximum",
        "levels", "at the end, by level",
        "stored_bytes", "stored bytes",
        "most_memory_bytes", "maximum memory used",
        "memory", "memory limit"
      }),
  /** Figure 5 of Mao et al.: large windows. */
  LARGE("large", "Windows with 10^-3 of the extent's width and height", 3),
  /** Figure 6 of Mao et al.: small windows. */
  SMALL("small", "Windows with 10^-5 of the extent's width and height", 5),
  /** Queries while a merge is running, and queries without a running merge. */
  BESIDE(
      "beside",
      "Windows of 10^-5 between insertions, during a merge and without a merge",
      new String[] {
        "beside_queries_merging", "with merge",
        "beside_p50_merging_micros", "p50 us",
        "beside_p99_merging_micros", "p99 us",
        "beside_queries_idle", "without",
        "beside_p50_idle_micros", "p50 us",
        "beside_p99_idle_micros", "p99 us"
      }),
  /** Queries of one thread while another thread inserts. They are measured on files only. */
  READER(
      "reader",
      "Windows of 10^-5 of one thread: another thread inserts during a merge, or without a merge,"
          + " or does not insert",
      new String[] {
        "reader_queries_merging", "with merge",
        "reader_p50_merging_micros", "p50 us",
        "reader_p99_merging_micros", "p99 us",
        "reader_queries_idle", "without",
        "reader_p50_idle_micros", "p50 us",
        "reader_p99_idle_micros", "p99 us",
        "reader_queries_alone", "nobody inserts",
        "reader_p50_alone_micros", "p50 us",
        "reader_p99_alone_micros", "p99 us",
        "reader_insertions_per_second", "insertions/s meanwhile",
        "reader_insert_p99_micros", "p99 us",
        "reader_insert_p999_micros", "p99.9 us",
        "reader_insert_max_micros", "max us",
        "reader_stalls", "stalls",
        "reader_stall_millis", "ms of stalls",
        "reader_helps", "helping changes"
      });

  private static final List<String> LABELS =
      List.of("device", "policy", "configuration", "comparator");

  private final String word;
  private final String title;
  private final String[] columns;

  /**
   * Creates a table. Its diagram shows the first measurement.
   *
   * @param columns names of measurements, each followed by the heading of its column
   */
  StudyTable(String word, String title, String[] columns) {
    this.word = word;
    this.title = title;
    this.columns = columns;
  }

  StudyTable(String word, String title, int exponent) {
    this(
        word,
        title,
        new String[] {
          "read_amplification_" + exponent, "components met",
          "results_" + exponent, "results",
          "pages_" + exponent, "pages",
          "latency_mean_micros_" + exponent, "mean us",
          "latency_p50_micros_" + exponent, "p50 us",
          "latency_p95_micros_" + exponent, "p95 us",
          "latency_p99_micros_" + exponent, "p99 us"
        });
  }

  FigureTable of(List<Execution> executions) {
    return table(word, title, LABELS, columns, executions);
  }

  /**
   * Returns a table with a row for each execution.
   *
   * @param labels settings that identify a row
   * @param columns names of measurements or settings, each followed by the heading of its column
   */
  static FigureTable table(
      String word,
      String title,
      List<String> labels,
      String[] columns,
      List<Execution> executions) {
    List<List<String>> cells = new ArrayList<>();
    List<String> header = new ArrayList<>(labels);
    for (int i = 0; i < columns.length; i += 2) {
      header.add(columns[i + 1]);
    }
    cells.add(header);
    for (Execution each : executions) {
      List<String> row = new ArrayList<>();
      labels.forEach(label -> row.add(text(each.config(), label)));
      for (int i = 0; i < columns.length; i += 2) {
        boolean measured = each.figures().containsKey(columns[i]);
        row.add(text(measured ? each.figures() : each.config(), columns[i]));
      }
      cells.add(row);
    }
    return new FigureTable(word, title, labels.size(), cells);
  }

  private static String text(Map<String, Object> values, String key) {
    Object value = values.get(key);
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, number < 100 ? "%,.2f" : "%,.0f", number);
    }
    if (value instanceof Number number) {
      return String.format(Locale.ROOT, "%,d", number.longValue());
    }
    return value == null ? "-" : value.toString();
  }

  /** Returns a diagram of the first measurement in the table. */
  Plot plot(String name, List<Execution> executions) {
    Plot plot = Plot.bars(name + "-" + word, title, "design", columns[1]);
    for (Execution each : executions) {
      String design = each.name().replaceAll(", [^,]*$", "");
      plot.add(each.config().get("device").toString(), design, each.figure(columns[0]));
    }
    return plot;
  }
}
