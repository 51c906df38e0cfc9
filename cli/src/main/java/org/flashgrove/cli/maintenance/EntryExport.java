package org.flashgrove.cli.maintenance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.datasets.ExtentAccumulator;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.feature.Losses;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.format.DataFormats;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Writes the entries of a spatial index as points or rectangles to a data file of any format. */
final class EntryExport {
  private final SpatialIndex entries;
  private final GeometryFactory geometries = new GeometryFactory();
  private final ExtentAccumulator bounds = new ExtentAccumulator();
  private boolean points = true;
  private boolean areas = true;

  EntryExport(SpatialIndex entries) {
    this.entries = entries;
  }

  /**
   * Writes all entries in the order of the index.
   *
   * @param to name of the format, or null to use the file extension
   * @param notes receives messages about data that the format does not store
   * @return number of entries
   */
  long write(Path file, String to, Consumer<List<String>> notes) throws IOException {
    all(this::look);
    FeatureSchema schema =
        FeatureSchema.withoutAttributes(
            GeometryFacts.planar(
                points ? EntryKind.POINTS : EntryKind.RECTANGLES,
                points ? Geometry.TYPENAME_POINT : areas ? Geometry.TYPENAME_POLYGON : null,
                bounds.entryCount(),
                bounds.extent()));
    Object[] nothing = new Object[0];
    DataFormat format = DataFormats.ofFile(file.toString(), FormatOptions.named(to));
    notes.accept(Losses.of(format, schema));
    try (OutputFile target = OutputFile.named(file.toString())) {
      try (FeatureWriter writer = format.create(target, schema)) {
        all(
            (id, minX, minY, maxX, maxY) ->
                writer.write(
                    id, geometries.toGeometry(new Envelope(minX, maxX, minY, maxY)), nothing));
      }
      target.complete();
    }
    return bounds.entryCount();
  }

  private void all(EntryVisitor visitor) {
    double most = Double.MAX_VALUE;
    entries.search(-most, -most, most, most, visitor);
  }

  private void look(long id, double minX, double minY, double maxX, double maxY) {
    points &= minX == maxX && minY == maxY;
    areas &= minX < maxX && minY < maxY;
    bounds.accept(id, minX, minY, maxX, maxY);
  }
}
