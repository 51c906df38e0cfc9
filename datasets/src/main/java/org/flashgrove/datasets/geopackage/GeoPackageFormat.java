package org.flashgrove.datasets.geopackage;

import java.nio.file.Path;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.BinaryFormat;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.file.FileSignature;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;

/**
 * Format GeoPackage 1.3: a feature table in SQLite, whose integer primary key is the id. Files are
 * written without a spatial index, which the standard makes optional.
 */
public final class GeoPackageFormat extends BinaryFormat implements RowFormat {
  public GeoPackageFormat() {
    super("geopackage", ".gpkg", true, FileSignature.SQLITE);
  }

  @Override
  protected GeometryCursor open(Path file, String shownName, BadRowPolicy policy, String layer) {
    return GeoPackageFeatures.all(new FeatureTable(file, shownName, layer), policy);
  }

  @Override
  public RowFile openRows(Path file, String shownName, String layer, byte[] places) {
    FileSignature.require(file, shownName, FileSignature.SQLITE);
    return new GeoPackageRows(file, shownName, layer, places);
  }

  @Override
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    return new GeoPackageWriter(file, written(schema));
  }

  @Override
  public FeatureSchema written(FeatureSchema schema) {
    return schema.withoutNames(true); // SQLite ignores the case of names
  }
}
