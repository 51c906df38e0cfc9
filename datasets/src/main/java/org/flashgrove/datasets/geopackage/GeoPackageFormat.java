package org.flashgrove.datasets.geopackage;

import java.nio.file.Path;
import java.util.List;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.InputFile;
import org.flashgrove.datasets.feature.RowForms;

/**
 * GeoPackage 1.3: a table of features in SQLite, whose integer primary key is the id. Written
 * without a spatial index, which the standard leaves open.
 */
public final class GeoPackageFormat implements DataFormat {
  /** Makes the format. */
  public GeoPackageFormat() {}

  @Override
  public String name() {
    return "geopackage";
  }

  @Override
  public List<String> endings() {
    return List.of(".gpkg");
  }

  @Override
  public boolean isText() {
    return false;
  }

  @Override
  public boolean hasHeights() {
    return false;
  }

  @Override
  public FeatureCursor open(
      InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options) {
    options.requireKnown(name(), false, true, false);
    forms.requireEntries(file.name(), name());
    return new GeoPackageFeatures(
        file.path("a readable GeoPackage"), file.name(), policy, options.layer());
  }

  @Override
  public FeatureWriter create(String path, FeatureSchema schema) {
    return new GeoPackageWriter(Path.of(path), schema.withoutNames("id", "geom"));
  }
}
