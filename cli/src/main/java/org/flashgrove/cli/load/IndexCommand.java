package org.flashgrove.cli.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.CsvOptions;
import org.flashgrove.cli.input.InputOptions;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.IndexBuilder;
import org.flashgrove.sidecar.StaleIndexException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Builds spatial indexes next to data files. */
@Command(
    name = "index",
    description = {
      "Build a spatial index next to a data file, which stays unchanged.",
      "The index of FILE is the directory FILE.flashgrove. With it, 'query FILE' and 'nearest FILE'"
          + " read only those parts of the file that contain results."
    })
public final class IndexCommand extends StoreCommand {
  @Parameters(
      paramLabel = "FILE",
      description =
          "CSV, GeoJSON, FlatGeobuf, GeoPackage or GeoParquet file, or a directory of GeoParquet"
              + " files. Subdirectories with names KEY=VALUE become attributes.")
  private Path file;

  @Option(
      names = "--layer",
      paramLabel = "NAME",
      description =
          "Geometry column of GeoParquet (default: the primary column), or layer of GeoPackage"
              + " (default: the only one).")
  private String layer;

  @Mixin private CsvOptions csv = new CsvOptions();

  @Option(
      names = "--update",
      description = "Build the index only if it is missing, damaged, or older than the file.")
  private boolean update;

  @Option(
      names = "--on-error",
      paramLabel = "WHAT",
      defaultValue = "stop",
      description =
          "At a bad row: stop, or skip, which reads all columns and leaves the row out of the index"
              + " (default: ${DEFAULT-VALUE}).")
  private InputOptions.OnError onError;

  IndexCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    if (!Files.isDirectory(file) && !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          file
              + ": no such file; give a CSV, GeoJSON, FlatGeobuf, GeoPackage or GeoParquet file, or"
              + " a directory of GeoParquet files");
    }
    FormatOptions options =
        new FormatOptions(null, csv.delimiter(), csv.columns(), layer, List.of());
    if (update && !options.equals(FormatOptions.BY_ENDING)) {
      throw new IllegalArgumentException(
          "--layer, --delimiter, --columns: cannot be combined with --update, which uses those of"
              + " the index; omit them");
    }
    long start = System.nanoTime();
    boolean isCurrent = update && isCurrent();
    long[] skipped = {0};
    BadRowPolicy policy = onError.reporting(terminal(), () -> skipped[0]++);
    try (FileIndex index = built(policy, options)) {
      double seconds = (System.nanoTime() - start) / 1e9;
      Path directory = FileIndex.directoryOf(file);
      long bytes = bytesIn(directory);
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("file", file.toString());
      members.put("index", directory.toString());
      members.put("built", !isCurrent);
      members.put("features", index.size());
      long without = index.rowCount() - index.size() - skipped[0];
      if (!update) {
        members.put("withoutGeometry", without); // an update does not know earlier skipped rows
      }
      if (without > 0) {
        note(List.of(noteOf(without)));
      }
      members.put("skippedRows", skipped[0]);
      members.put("bytes", bytes);
      members.put("seconds", seconds);
      print(members);
      say(
          isCurrent
              ? "%s: the index of %s is up to date (%,d bytes)"
              : "%s: indexed %s (%,d bytes)",
          file,
          Numbers.counted(index.size(), "feature"),
          bytes);
      return 0;
    }
  }

  private FileIndex built(BadRowPolicy policy, FormatOptions options) {
    Progress[] shown = {null};
    IndexBuilder builder =
        new IndexBuilder(
            file,
            policy,
            new IndexBuilder.Progress() {
              @Override
              public void begin(long rows) {
                close(shown[0]); // the build has started again
                shown[0] = new Progress(terminal(), "index", rows);
              }

              @Override
              public void row() {
                shown[0].step();
              }
            });
    try {
      return update ? builder.openOrBuild() : builder.build(options);
    } finally {
      close(shown[0]);
    }
  }

  private static void close(Progress shown) {
    if (shown != null) {
      shown.close();
    }
  }

  private String noteOf(long without) {
    return String.format(
        Locale.ROOT,
        "%s: not in the index: %s %s",
        file,
        Numbers.counted(without, "feature"),
        update ? "without a geometry, or skipped" : "without a geometry");
  }

  private boolean isCurrent() {
    try {
      FileIndex.open(file).close();
      return true;
    } catch (StaleIndexException e) {
      return false;
    }
  }

  private static long bytesIn(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(directory)) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    long bytes = 0;
    for (Path each : files) {
      bytes += Files.size(each);
    }
    return bytes;
  }
}
