package org.flashgrove.cli.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.OutputFiles;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.CoordinateOptions;
import org.flashgrove.cli.input.DataFileOptions;
import org.flashgrove.cli.input.InputOptions;
import org.flashgrove.cli.input.LeftOutObjects;
import org.flashgrove.cli.input.SpooledFiles;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.Fact;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.Losses;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.geopackage.CurveSortedWriter;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the features of a file in another format. */
@Command(
    name = "convert",
    description =
        "Write the features of a data file in another format. The file is read twice, so that"
            + " nothing is written if a feature is malformed.")
public final class ConvertCommand extends StoreCommand {
  @Parameters(
      index = "0",
      paramLabel = "IN",
      description = "The file to read; - is standard input.")
  private String in;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "The file to write; - is standard output.")
  private String out;

  @ArgGroup(exclusive = false)
  private DataFileOptions form = new DataFileOptions();

  @Mixin private CoordinateOptions coordinates = new CoordinateOptions();

  @Option(
      names = "--to",
      paramLabel = "NAME",
      description = "Format to write (default: from the extension of OUT).")
  private String to;

  @Option(
      names = "--sort",
      description =
          "Write the features in the order of a Hilbert curve, so that readers find neighbours in"
              + " the same pages.")
  private boolean sort;

  @Option(
      names = "--on-error",
      paramLabel = "WHAT",
      defaultValue = "stop",
      description = "What to do at a malformed feature: stop or skip (default: ${DEFAULT-VALUE}).")
  private InputOptions.OnError onError;

  private final LeftOutObjects leftOut = new LeftOutObjects();

  ConvertCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    DataFormat target = DataFormats.ofFile(out, FormatOptions.named(to));
    if (out.equals("-")) {
      if (sort) {
        throw new IllegalArgumentException(
            "--sort: cannot write to standard output; name a file as OUT");
      }
      if (!target.isText()) {
        throw new IllegalArgumentException(
            "OUT -: " + target.name() + " cannot be written to standard output; name a file");
      }
    } else {
      OutputFiles.require("OUT", Path.of(out));
      OutputFiles.requireOther("OUT", out, "IN", List.of(in));
    }
    try (SpooledFiles files = new SpooledFiles(terminal(), List.of(in))) {
      long[] skipped = {0};
      BadRowPolicy report = onError.reporting(terminal(), () -> skipped[0]++);
      FeatureSchema schema;
      try (FeatureCursor features = open(files, report)) {
        schema = FeatureSchema.of(features, () -> {});
        leftOut.add(terminal(), in, features.leftOut());
      }
      coordinates.requireMeant(in, target, schema);
      note(Losses.of(target, schema));
      write(files, target, schema);
      print(target, schema, skipped[0]);
    }
    return 0;
  }

  private FeatureCursor open(SpooledFiles files, BadRowPolicy policy) {
    FeatureCursor features =
        DataFiles.open(files.file(in), in, form.read(), policy, RowForms.RECORDS);
    return coordinates.of(features, in, policy);
  }

  private void write(SpooledFiles files, DataFormat target, FeatureSchema schema)
      throws IOException {
    BadRowPolicy silent =
        onError == InputOptions.OnError.STOP ? BadRowPolicy.STOP : BadRowPolicy.skip(bad -> {});
    try (OutputFile file = OutputFile.named(out)) {
      try (FeatureCursor features = open(files, silent);
          FeatureWriter writer = writer(target, file, schema);
          Progress progress = new Progress(terminal(), "convert", schema.count())) {
        while (features.next()) {
          writer.write(features.id(), features.geometry(), schema.valuesOf(features));
          progress.step();
        }
      }
      file.complete();
    }
  }

  private FeatureWriter writer(DataFormat target, OutputFile file, FeatureSchema schema) {
    FeatureWriter writer = target.create(file, schema);
    return sort ? new CurveSortedWriter(file, schema, writer) : writer;
  }

  private void print(DataFormat target, FeatureSchema schema, long skipped) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("in", in);
    members.put("out", out);
    members.put("from", DataFormats.of(in, form.read()).name());
    members.put("to", target.name());
    members.put("features", schema.countIn(target));
    members.put("attributes", target.carries(Fact.ATTRIBUTES) ? schema.names() : List.of());
    members.put("withoutGeometry", schema.geometries().withoutGeometry());
    members.put("skippedRows", skipped);
    leftOut.addTo(members);
    summarize(
        out.equals("-"),
        members,
        "%s: %s as %s, %s",
        out,
        Numbers.counted(schema.countIn(target), "feature"),
        target.name(),
        Numbers.counted(target.carries(Fact.ATTRIBUTES) ? schema.names().size() : 0, "attribute"));
  }
}
