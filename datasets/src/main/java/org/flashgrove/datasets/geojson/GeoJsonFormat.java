package org.flashgrove.datasets.geojson;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.Fact;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.file.TextSource;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;
import org.flashgrove.datasets.row.TextRows;
import org.flashgrove.datasets.source.ByteSource;
import org.flashgrove.datasets.source.DiskSource;

/** Format GeoJSON (RFC 7946), as one FeatureCollection or as a series of features. */
public final class GeoJsonFormat implements DataFormat, RowFormat {
  private static final Set<AttributeType> TYPES =
      EnumSet.of(
          AttributeType.TEXT, AttributeType.INTEGER, AttributeType.REAL, AttributeType.BOOLEAN);

  public GeoJsonFormat() {}

  @Override
  public String name() {
    return "geojson";
  }

  @Override
  public List<String> endings() {
    return List.of(".geojson", ".json", ".geojsonl", ".geojsons", ".ndjson");
  }

  @Override
  public boolean isText() {
    return true;
  }

  @Override
  public FeatureCursor open(
      InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options) {
    options.requireKnown(name(), true, false, false, false);
    forms.requireEntries(file.name(), name());
    Supplier<TextSource> source =
        () -> TextSource.open(file, "a readable GeoJSON file, plain or gzip", options.encoding());
    return new GeoJsonFeatures(source.get(), policy, file.isStream() ? null : source).of(forms);
  }

  @Override
  public RowFile openRows(Path file, String shownName, String layer, byte[] places) {
    return openRows(new DiskSource(file, shownName), layer, places);
  }

  @Override
  public RowFile openRows(ByteSource source, String layer, byte[] places) {
    return TextRows.open("GeoJSON", source, layer, new GeoJsonRows(), places);
  }

  @Override
  public boolean carries(Fact fact) {
    return fact != Fact.MEASURES && fact != Fact.COORDINATE_SYSTEM;
  }

  @Override
  public boolean isWgs84(FeatureSchema schema) {
    return true;
  }

  @Override
  public FeatureSchema written(FeatureSchema schema) {
    return schema.withTypes(TYPES);
  }

  @Override
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    return new GeoJsonWriter(file, schema);
  }
}
