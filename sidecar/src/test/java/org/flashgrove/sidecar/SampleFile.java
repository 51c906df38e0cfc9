package org.flashgrove.sidecar;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.format.DataFormats;
import org.locationtech.jts.geom.Geometry;

/** Files to index. */
final class SampleFile {
  private static final FeatureSchema SCHEMA =
      new FeatureSchema(
          GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
          List.of("name", "weight"),
          List.of(AttributeType.TEXT, AttributeType.INTEGER),
          List.of(),
          0,
          List.of());

  private SampleFile() {}

  /**
   * Writes a file in the format of its ending. Row i has the id 1,000 + i, the name {@code parcel
   * i} and the weight i modulo 100.
   *
   * @param shapes a geometry for each row, or null
   */
  static Path write(Path file, List<Geometry> shapes) {
    try (FeatureWriter writer =
        DataFormats.of(file.toString(), FormatOptions.BY_ENDING).create(file.toString(), SCHEMA)) {
      for (int i = 0; i < shapes.size(); i++) {
        writer.write(1_000L + i, shapes.get(i), new Object[] {"parcel " + i, i % 100L});
      }
    }
    return file;
  }
}
