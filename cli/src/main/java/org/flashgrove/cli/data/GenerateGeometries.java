package org.flashgrove.cli.data;

import java.io.IOException;
import java.util.Optional;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.generate.BrazilLikePoints;
import org.flashgrove.datasets.generate.BuildingsLike;
import org.flashgrove.datasets.generate.GeometryGenerator;
import org.flashgrove.datasets.generate.HighwaysLike;
import org.flashgrove.datasets.generate.SkewedShapes;
import org.locationtech.jts.geom.Geometry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Generates geometries in any format that can be written. */
abstract class GenerateGeometries extends GenerateCommand.Generation {
  private static final Object[] NO_ATTRIBUTES = {};

  @Option(
      names = "--to",
      paramLabel = "NAME",
      description = "Format to write (default: from the file extension, otherwise csv).")
  private String to;

  GenerateGeometries(Terminal terminal) {
    super(terminal);
  }

  abstract GeometryGenerator generator();

  @Override
  public final Integer call() throws IOException {
    String file = output().file();
    requireOutput();
    DataFormat format = DataFormats.ofFile(file, FormatOptions.named(to));
    if (file.equals("-") && !format.isText()) {
      throw new IllegalArgumentException(
          "--out -: " + format.name() + " cannot be written to standard output; name a file");
    }
    write(generator(), format, file);
    report();
    return 0;
  }

  private void write(GeometryGenerator generator, DataFormat format, String file)
      throws IOException {
    try (OutputFile target = OutputFile.named(file)) {
      try (FeatureWriter writer = format.create(target, schema(generator));
          Progress progress = new Progress(terminal(), "generate", generator.count())) {
        generator.generate(
            (geometry, id) -> {
              writer.write(id, geometry, NO_ATTRIBUTES);
              progress.step();
            });
      }
      target.complete();
    }
  }

  private static FeatureSchema schema(GeometryGenerator generator) {
    boolean isOfPoints = generator.geometryType().equals(Geometry.TYPENAME_POINT);
    return FeatureSchema.withoutAttributes(
        GeometryFacts.planar(
            isOfPoints ? EntryKind.POINTS : EntryKind.GEOMETRIES,
            generator.geometryType(),
            generator.count(),
            Optional.of(generator.extent())));
  }

  /** Generates polygons or lines. */
  abstract static class Shapes extends GenerateGeometries {
    private final SkewedShapes.Kind kind;
    @Mixin private SkewOptions skew = new SkewOptions();

    @Option(
        names = "--max-side",
        paramLabel = "PART",
        defaultValue = "0.001",
        description =
            "Maximum side of a polygon's rectangle, or maximum length of a line, as a fraction of"
                + " the extent's shorter side (default: ${DEFAULT-VALUE}).")
    private double maxSide;

    @Option(
        names = "--corners",
        paramLabel = "N",
        defaultValue = "12",
        description = "Maximum number of corners of a shape (default: ${DEFAULT-VALUE}).")
    private int corners;

    @Option(
        names = "--extent",
        paramLabel = "MINX,MINY,MAXX,MAXY",
        defaultValue = "0,0,1,1",
        description = "Rectangle that contains the data (default: ${DEFAULT-VALUE}).")
    private String extent;

    Shapes(SkewedShapes.Kind kind, Terminal terminal) {
      super(terminal);
      this.kind = kind;
    }

    @Override
    GeometryGenerator generator() {
      Extent box = Extent.parse(extent);
      return new SkewedShapes(
          kind, output().count(), corners, maxSide, skew.read(), box, output().seed());
    }
  }

  /** Generates polygons. */
  @Command(
      name = "polygons",
      description = "Generate polygons without holes, uniform or clustered.")
  static final class Polygons extends Shapes {
    Polygons(Terminal terminal) {
      super(SkewedShapes.Kind.POLYGONS, terminal);
    }
  }

  /** Generates lines. */
  @Command(name = "lines", description = "Generate lines with random turns, uniform or clustered.")
  static final class Lines extends Shapes {
    Lines(Terminal terminal) {
      super(SkewedShapes.Kind.LINES, terminal);
    }
  }

  /** Generates polygons like the buildings in Carniel's thesis (2019). */
  @Command(
      name = "buildings-like",
      description =
          "Generate polygons with statistics like those of brazil_buildings2017, in metres.")
  static final class Buildings extends GenerateGeometries {
    Buildings(Terminal terminal) {
      super(terminal);
    }

    @Override
    GeometryGenerator generator() {
      return new BuildingsLike(output().count(), output().seed());
    }
  }

  /** Generates lines like the highways in Carniel's thesis (2019). */
  @Command(
      name = "highways-like",
      description = "Generate lines with statistics like those of brazil_highways2017, in metres.")
  static final class Highways extends GenerateGeometries {
    Highways(Terminal terminal) {
      super(terminal);
    }

    @Override
    GeometryGenerator generator() {
      return new HighwaysLike(output().count(), output().seed());
    }
  }

  /** Generates points like the addresses in Carniel's thesis (2019). */
  @Command(
      name = "brazil-like-points",
      description = "Generate points with statistics like those of brazil_points2017, in metres.")
  static final class BrazilPoints extends GenerateGeometries {
    BrazilPoints(Terminal terminal) {
      super(terminal);
    }

    @Override
    GeometryGenerator generator() {
      return new BrazilLikePoints(output().count(), output().seed());
    }
  }
}
