package org.flashgrove.geotools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.geotools.referencing.crs.DefaultGeographicCRS;
import org.junit.jupiter.api.Assumptions;
import org.locationtech.jts.geom.Geometry;

/** Features of the real data sets beside the checkout. */
final class Parcels {
  private Parcels() {}

  static Path file(String name) {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      Path file = folder.resolve("shared/data").resolve(name);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    return Assumptions.abort("skipped: no shared/data/" + name + " beside the checkout");
  }

  static SimpleFeatureType type(String name) {
    SimpleFeatureTypeBuilder type = new SimpleFeatureTypeBuilder();
    type.setName(name);
    type.add("geom", Geometry.class, DefaultGeographicCRS.WGS84);
    type.add("number", Long.class);
    type.add("area", Double.class);
    type.add("points", Integer.class);
    type.add("kind", String.class);
    return type.buildFeatureType();
  }

  /** Returns every {@code step}-th feature of a file, at most {@code most}. */
  static List<SimpleFeature> read(SimpleFeatureType type, String file, int step, int most)
      throws IOException {
    List<SimpleFeature> features = new ArrayList<>();
    try (FeatureCursor cursor = DataFiles.open(file(file).toString(), BadRowPolicy.STOP)) {
      long row = 0;
      while (features.size() < most && cursor.next()) {
        if (row++ % step == 0) {
          Geometry geometry = cursor.geometry();
          Object[] values = {
            geometry,
            cursor.id(),
            geometry.getArea(),
            geometry.getNumPoints(),
            geometry.getGeometryType()
          };
          features.add(
              SimpleFeatureBuilder.build(type, values, type.getTypeName() + "." + cursor.id()));
        }
      }
    }
    return features;
  }
}
