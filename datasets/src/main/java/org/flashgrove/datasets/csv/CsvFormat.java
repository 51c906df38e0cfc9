package org.flashgrove.datasets.csv;

import java.util.List;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.InputFile;
import org.flashgrove.datasets.feature.OutputFile;
import org.flashgrove.datasets.feature.RowForms;

/** Comma-separated values with a header. */
public final class CsvFormat implements DataFormat {
  /** Makes the format. */
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
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    return new CsvFeatureWriter(file, schema);
  }
}
