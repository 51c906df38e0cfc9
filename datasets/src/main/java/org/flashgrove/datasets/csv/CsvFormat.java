package org.flashgrove.datasets.csv;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.Fact;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;
import org.flashgrove.datasets.row.TextRows;
import org.flashgrove.datasets.source.ByteSource;
import org.flashgrove.datasets.source.DiskSource;

/** Format for comma-separated values with a header. */
public final class CsvFormat implements DataFormat, RowFormat {
  /**
   * Names that attributes must not have. With an attribute of such a name, a header would match two
   * header forms, for example both {@code id,x,y} and {@code id,wkt}.
   */
  private static final String[] RESERVED = {
    "id", "x", "y", "lon", "lat", "minx", "miny", "maxx", "maxy", "wkt", "oldminx", ""
  };

  public CsvFormat() {}

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public List<String> endings() {
    return List.of(".csv", ".tsv", ".txt");
  }

  @Override
  public boolean isText() {
    return true;
  }

  @Override
  public FeatureCursor open(
      InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options) {
    return CsvFeatures.open(file, policy, forms, options);
  }

  @Override
  public RowFile openRows(Path file, String shownName, String layer, byte[] places) {
    return openRows(new DiskSource(file, shownName), layer, places);
  }

  @Override
  public RowFile openRows(ByteSource source, String layer, byte[] places) {
    return TextRows.open("CSV", source, layer, new CsvRows(FormatOptions.BY_ENDING), places);
  }

  @Override
  public RowFile openRows(FormatOptions options, Path file, String shownName, byte[] places) {
    return openRows(options, new DiskSource(file, shownName), places);
  }

  @Override
  public RowFile openRows(FormatOptions options, ByteSource source, byte[] places) {
    boolean isOpen = false;
    try {
      options.requireKnown("csv", false, true, false, false);
      TextRows rows = new TextRows(source, new CsvRows(options), places);
      isOpen = true;
      return rows;
    } finally {
      if (!isOpen) {
        source.close();
      }
    }
  }

  @Override
  public boolean carries(Fact fact) {
    return fact != Fact.TYPES && fact != Fact.COORDINATE_SYSTEM;
  }

  /**
   * Returns whether the features are points in WGS 84. Such points are written in the columns
   * {@code lon} and {@code lat}.
   */
  @Override
  public boolean isWgs84(FeatureSchema schema) {
    return schema.kind() == EntryKind.POINTS && schema.coordinateSystem().isWgs84();
  }

  @Override
  public FeatureSchema written(FeatureSchema schema) {
    return schema.withoutNames(true, RESERVED).withTypes(Set.of(AttributeType.TEXT));
  }

  @Override
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    return new CsvFeatureWriter(file, written(schema));
  }
}
