package org.flashgrove.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.datasets.csv.BadRowPolicy;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers one query, or a file of them. */
@Command(name = "query", description = "Answer a query, or a file of windows.")
final class QueryCommand extends StoreCommand {
  private static final int DIFFERENCES_SHOWN = 10;

  /** Where the query comes from: exactly one of these. */
  private static final class Source {
    @Option(
        names = "--window",
        required = true,
        paramLabel = "MINX,MINY,MAXX,MAXY",
        description = "A rectangle.")
    private String window;

    @Option(names = "--point", required = true, paramLabel = "X,Y", description = "A point.")
    private String point;

    @Option(
        names = "--geometry",
        required = true,
        paramLabel = "WKT",
        description = "Its rectangle is the query.")
    private String geometry;

    @Option(
        names = "--queries",
        required = true,
        paramLabel = "FILE",
        description = "Rows minx,miny,maxx,maxy.")
    private String file;
  }

  @Parameters(paramLabel = "DIR", description = "Directory of the store.")
  private Path directory;

  @ArgGroup(multiplicity = "1")
  private Source source;

  @Option(
      names = "--predicate",
      defaultValue = "intersects",
      description =
          "intersects, contains, covers, inside, coveredby or equals (default: intersects).")
  private String predicate;

  @Option(
      names = "--filter-only",
      description =
          "Answer with candidates by rectangles; in this version always so, and without this"
              + " option --geometry says so.")
  private boolean filterOnly;

  @Option(
      names = "--count",
      description = "Print the number of results only, of each query on a line.")
  private boolean count;

  @Option(
      names = "--format",
      defaultValue = "csv",
      description = "csv, geojson or wkt (default: csv).")
  private String format;

  @Option(
      names = "--verify",
      paramLabel = "FILE",
      description = "Compare each answer with a scan of this data file.")
  private String verify;

  QueryCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Predicate asked = Predicate.named(predicate);
    EntryFormat entryFormat = EntryFormat.named(format);
    WindowFile windows = windows();
    try (SpatialStore store = open(directory)) {
      boolean quiet = isJson() || count || verify != null || source.file != null;
      if (!quiet) {
        list(store, windows, asked, entryFormat);
        return 0;
      }
      Answers answers = Answers.of(store, windows, asked);
      Map<String, Object> members = answers.members();
      int exitCode = 0;
      if (verify != null) {
        List<String> differences = answers.differences(scan().answers(windows, asked));
        members.put("verified", differences.isEmpty());
        members.put("differences", differences);
        differences.stream()
            .limit(DIFFERENCES_SHOWN)
            .forEach(line -> terminal().err().println("flashgrove: " + line));
        exitCode = differences.isEmpty() ? 0 : Failures.DIFFERENT;
      }
      print(members);
      tell(answers, windows, exitCode);
      return exitCode;
    }
  }

  /** Bad rows are left out of the comparison, as a build with {@code --on-error skip} does. */
  private Scan scan() throws IOException {
    return Scan.of(verify, BadRowPolicy.skip(bad -> {}));
  }

  private void tell(Answers answers, WindowFile windows, int exitCode) {
    if (count) {
      for (int i = 0; i < windows.count(); i++) {
        say("%d", answers.count(i));
      }
    } else {
      say(
          "%,d queries, %,d results in %.1f ms, %,d pages read",
          windows.count(), answers.results(), answers.elapsedMillis(), answers.io().pageReads());
    }
    if (verify != null) {
      say(exitCode == 0 ? "verified: no difference from a scan" : "results differ from a scan");
    }
  }

  private void list(
      SpatialStore store, WindowFile windows, Predicate asked, EntryFormat entryFormat) {
    entryFormat.begin(terminal().out());
    String[] separator = {""};
    store.search(
        asked,
        windows.at(0, 0),
        windows.at(0, 1),
        windows.at(0, 2),
        windows.at(0, 3),
        (id, minX, minY, maxX, maxY) -> {
          terminal().out().print(separator[0]);
          separator[0] = entryFormat.separator();
          entryFormat.entry(terminal().out(), id, minX, minY, maxX, maxY);
          return true;
        });
    entryFormat.end(terminal().out());
  }

  private WindowFile windows() throws IOException {
    if (source.file != null) {
      return WindowFile.read(source.file);
    }
    WindowFile windows = new WindowFile("query");
    if (source.window != null) {
      double[] n = numbers("--window", source.window, 4);
      Rectangles.requireValid(n[0], n[1], n[2], n[3]);
      windows.add(n[0], n[1], n[2], n[3]);
    } else if (source.point != null) {
      double[] n = numbers("--point", source.point, 2);
      Rectangles.requireValid(n[0], n[1], n[0], n[1]);
      windows.add(n[0], n[1], n[0], n[1]);
    } else {
      Envelope box = envelope(source.geometry);
      if (!filterOnly) {
        terminal()
            .err()
            .println(
                "flashgrove: --geometry: the query is the geometry's rectangle; results are"
                    + " candidates");
      }
      windows.add(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    }
    return windows;
  }

  private static Envelope envelope(String wkt) {
    try {
      Envelope box = new WKTReader().read(wkt).getEnvelopeInternal();
      if (!box.isNull()) {
        return box;
      }
    } catch (ParseException e) {
      throw new IllegalArgumentException("--geometry: " + e.getMessage() + " (allowed: WKT)");
    }
    throw new IllegalArgumentException("--geometry: is empty (allowed: WKT with coordinates)");
  }

  private static double[] numbers(String option, String text, int count) {
    String[] parts = text.split(",", -1);
    if (parts.length == count) {
      try {
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
          numbers[i] = Double.parseDouble(parts[i].trim());
        }
        return numbers;
      } catch (NumberFormatException e) {
        // told below
      }
    }
    throw new IllegalArgumentException(
        option + " " + text + " (allowed: " + count + " numbers with commas between)");
  }
}
