package org.flashgrove.geoparquet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.format.DataFiles;
import org.locationtech.jts.geom.Geometry;

/** Reads whole files. */
final class GeoParquetFiles {
  private GeoParquetFiles() {}

  /** One row. */
  record Row(long id, Geometry geometry, Map<String, Object> attributes) {
    /** Returns the geometry as text with z and m, or null. */
    String text() {
      return geometry == null ? null : WellKnownText.write(geometry);
    }
  }

  /** The rows of a file, its system and the messages about losses. */
  record Content(List<Row> rows, CoordinateSystem system, List<String> notes) {}

  static FeatureCursor open(Path file, FormatOptions options) {
    String name = file.toString();
    return DataFiles.open(
        InputFile.named(name), name, options, BadRowPolicy.STOP, RowForms.RECORDS);
  }

  static Content read(Path file) {
    return read(file, FormatOptions.BY_ENDING);
  }

  static Content read(Path file, FormatOptions options) {
    List<Row> rows = new ArrayList<>();
    try (FeatureCursor cursor = open(file, options)) {
      while (cursor.next()) {
        Map<String, Object> attributes = new TreeMap<>();
        for (int i = 0; i < cursor.attributeNames().size(); i++) {
          attributes.put(cursor.attributeNames().get(i), cursor.attribute(i));
        }
        rows.add(new Row(cursor.id(), cursor.geometry(), attributes));
      }
      return new Content(rows, cursor.coordinateSystem(), cursor.notes());
    }
  }
}
