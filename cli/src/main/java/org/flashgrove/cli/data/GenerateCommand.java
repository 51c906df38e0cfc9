package org.flashgrove.cli.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.OutputFiles;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.csv.EntryWriter;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.datasets.generate.EntryGenerator;
import org.flashgrove.datasets.generate.Skew;
import org.flashgrove.datasets.generate.SkewedRectangles;
import org.flashgrove.datasets.generate.UniformPoints;
import org.flashgrove.datasets.generate.UniformRectangles;
import org.flashgrove.simulator.trace.SyntheticTrace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Generates seeded data: entries, geometries, moves, traces and query windows. */
@Command(
    name = "generate",
    description = "Generate random data; the same seed gives the same data.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = GenerateCommand.KINDS,
    subcommands = {
      GenerateCommand.Points.class,
      GenerateCommand.Rects.class,
      GenerateGeometries.Polygons.class,
      GenerateGeometries.Lines.class,
      GenerateGeometries.Buildings.class,
      GenerateGeometries.Highways.class,
      GenerateGeometries.BrazilPoints.class,
      GenerateMoves.class,
      GenerateQueries.class,
      GenerateCommand.Trace.class
    })
public final class GenerateCommand implements Runnable {
  static final String KINDS =
      "points|rects|polygons|lines|buildings-like|highways-like|brazil-like-points|moves|queries"
          + "|trace";

  @picocli.CommandLine.Spec private picocli.CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new picocli.CommandLine.ParameterException(
        spec.commandLine(),
        "generate: no kind of data given (allowed: " + KINDS.replace("|", ", ") + ")");
  }

  /** Options that exist for all kinds of generated data. */
  static final class Output {
    @Option(
        names = "--count",
        paramLabel = "N",
        required = true,
        description = "Number of objects, queries, moves or requests.")
    private long count;

    @Option(
        names = "--seed",
        paramLabel = "N",
        defaultValue = "42",
        description = "Random seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
        names = "--out",
        paramLabel = "FILE",
        required = true,
        description =
            "File to write, in CSV unless the command has other formats; text is compressed if the"
                + " name ends in .gz; - is standard output.")
    private String file;

    long count() {
      return count;
    }

    long seed() {
      return seed;
    }

    String file() {
      return file;
    }
  }

  /**
   * Base class of the subcommands of {@code generate}. A subcommand writes data to a file, and
   * prints a summary unless the data went to standard output.
   */
  abstract static class Generation extends StoreCommand {
    @Mixin private Output output = new Output();

    Generation(Terminal terminal) {
      super(terminal);
    }

    Output output() {
      return output;
    }

    /** Throws an exception if the output file is not CSV or cannot be written. */
    void requireCsvOutput() {
      OutputFiles.requireCsv("--out", output.file);
      requireOutput();
    }

    /**
     * Throws an exception if the output file cannot be written. Subclasses call this before they
     * read or generate data.
     */
    void requireOutput() {
      if (!output.file.equals("-")) {
        OutputFiles.require("--out", Path.of(output.file));
      }
    }

    void write(EntryGenerator generator, Function<OutputFile, EntryWriter> form)
        throws IOException {
      try (OutputFile target = OutputFile.named(output.file)) {
        try (EntryWriter writer = form.apply(target);
            Progress progress = new Progress(terminal(), "generate", generator.count())) {
          generator.generate(
              (id, minX, minY, maxX, maxY) -> {
                writer.accept(id, minX, minY, maxX, maxY);
                progress.step();
              });
        }
        target.complete();
      }
      report();
    }

    void report() {
      report(Map.of());
    }

    /**
     * Prints a summary. The {@code --json} object of the summary also contains the members {@code
     * more}.
     */
    void report(Map<String, Object> more) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("file", output.file);
      members.put("count", output.count);
      members.put("seed", output.seed);
      members.putAll(more);
      summarize(
          output.file.equals("-"),
          members,
          "%s: %s, seed %d",
          output.file,
          Numbers.counted(output.count, "row"),
          output.seed);
    }
  }

  /** Generates points. */
  @Command(name = "points", description = "Generate points (id,x,y), clustered or uniform.")
  static final class Points extends Generation {
    @Option(
        names = "--clusters",
        paramLabel = "N",
        defaultValue = "" + ClusteredPoints.THESIS_CLUSTERS,
        description = "Number of Gaussian clusters (default: ${DEFAULT-VALUE}).")
    private int clusters;

    @Option(
        names = "--sigma",
        paramLabel = "S",
        defaultValue = "" + ClusteredPoints.DEFAULT_SIGMA,
        description =
            "Standard deviation of a cluster, in the unit of the extent (default:"
                + " ${DEFAULT-VALUE}).")
    private double sigma;

    @Option(names = "--uniform", description = "Generate uniform points instead of clusters.")
    private boolean uniform;

    @Option(
        names = "--extent",
        paramLabel = "MINX,MINY,MAXX,MAXY",
        defaultValue = "0,0,1,1",
        description = "Rectangle that contains the data (default: ${DEFAULT-VALUE}).")
    private String extent;

    Points(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() throws IOException {
      requireCsvOutput();
      Extent box = Extent.parse(extent);
      EntryGenerator generator =
          uniform
              ? new UniformPoints(output().count, box, output().seed)
              : new ClusteredPoints(output().count, clusters, sigma, box, output().seed);
      write(generator, EntryWriter::points);
      return 0;
    }
  }

  /** Generates rectangles. */
  @Command(
      name = "rects",
      description =
          "Generate rectangles (id,minx,miny,maxx,maxy), uniform, or clustered with --clusters.")
  static final class Rects extends Generation {
    @Option(
        names = "--max-side",
        paramLabel = "PART",
        defaultValue = "0.001",
        description =
            "Maximum side of a rectangle, as a fraction of the extent's side (default:"
                + " ${DEFAULT-VALUE}).")
    private double maxSide;

    @Option(
        names = "--uniform",
        description = "Generate uniform rectangles; the same as no --clusters.")
    private boolean uniform;

    @Mixin private SkewOptions skew = new SkewOptions();

    @Option(
        names = "--extent",
        paramLabel = "MINX,MINY,MAXX,MAXY",
        defaultValue = "0,0,1,1",
        description = "Rectangle that contains the data (default: ${DEFAULT-VALUE}).")
    private String extent;

    Rects(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() throws IOException {
      requireCsvOutput();
      if (uniform && skew.isGiven()) {
        throw new IllegalArgumentException(
            "--uniform: cannot be combined with --clusters; use one of them");
      }
      Skew gathering = skew.read();
      Extent box = Extent.parse(extent);
      EntryGenerator generator =
          skew.isGiven()
              ? new SkewedRectangles(output().count, maxSide, gathering, box, output().seed)
              : new UniformRectangles(output().count, maxSide, box, output().seed);
      write(generator, EntryWriter::rectangles);
      return 0;
    }
  }

  /** Generates a trace of device requests. */
  @Command(name = "trace", description = "Generate a trace of reads and writes for 'simulate'.")
  static final class Trace extends Generation {
    @Option(
        names = "--pattern",
        defaultValue = "uniform",
        description =
            "Distribution of the offsets: sequential, uniform, zipf or hotcold (default:"
                + " ${DEFAULT-VALUE}).")
    private SyntheticTrace.Pattern pattern;

    @Option(
        names = "--span",
        paramLabel = "BYTES",
        defaultValue = "64M",
        description = "Size of the address space of the requests (default: ${DEFAULT-VALUE}).")
    private String span;

    @Option(
        names = "--request",
        paramLabel = "BYTES",
        defaultValue = "4K",
        description =
            "Bytes per request; offsets are multiples of this number (default: ${DEFAULT-VALUE}).")
    private String request;

    @Option(
        names = "--reads",
        paramLabel = "SHARE",
        defaultValue = "0",
        description = "Share of requests that are reads, such as 70%% (default: ${DEFAULT-VALUE}).")
    private String reads;

    @Option(
        names = "--theta",
        paramLabel = "T",
        defaultValue = "0.99",
        description = "Exponent of the pattern zipf (default: ${DEFAULT-VALUE}).")
    private double theta;

    @Option(
        names = "--hot",
        paramLabel = "PART/SHARE",
        defaultValue = "20%/80%",
        description =
            "With the pattern hotcold: fraction of the space that is hot, and share of requests"
                + " that go there.")
    private String hot;

    @Option(
        names = "--interval",
        paramLabel = "MICROS",
        defaultValue = "0",
        description =
            "Mean time between two requests in microseconds, exponentially distributed; with 0,"
                + " each request follows the previous one (default: ${DEFAULT-VALUE}).")
    private double intervalMicros;

    @Option(
        names = "--format",
        paramLabel = "FORM",
        defaultValue = "native",
        description = "Format of the trace: native, spc or msr (default: ${DEFAULT-VALUE}).")
    private TraceFiles.Format format;

    Trace(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() throws IOException {
      String[] parts = hot.split("/", -1);
      if (parts.length != 2) {
        throw new IllegalArgumentException(
            "--hot " + hot + " (allowed: two shares, such as 20%/80%)");
      }
      if (!(intervalMicros >= 0 && intervalMicros <= 1e12)) {
        throw new IllegalArgumentException(
            "--interval " + intervalMicros + " (allowed: 0 to 1e12 microseconds)");
      }
      if (!format.isCsv() && output().file.equals("-")) {
        throw new IllegalArgumentException(
            "--out -: needs --format spc or msr; name a file for another format");
      }
      requireOutput();
      SyntheticTrace.Shape shape =
          new SyntheticTrace.Shape(
              new SyntheticTrace.Places(
                  pattern,
                  Numbers.bytes("--span", span, 1, Long.MAX_VALUE),
                  theta,
                  Numbers.share("--hot", parts[0], 0),
                  Numbers.share("--hot", parts[1], 0)),
              output().count,
              Numbers.bytes("--request", request, 1, Long.MAX_VALUE),
              Numbers.share("--reads", reads, 0),
              Math.round(intervalMicros * 1e3),
              output().seed);
      TraceFiles.write(new SyntheticTrace(shape), output().file, format);
      report();
      return 0;
    }
  }
}
