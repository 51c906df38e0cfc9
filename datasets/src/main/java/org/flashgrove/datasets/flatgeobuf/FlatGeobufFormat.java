package org.flashgrove.datasets.flatgeobuf;

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
 * FlatGeobuf 3. Its features have no ids: a column of whole numbers called {@code id} is written
 * and read as the ids; without one features are counted from 1.
 */
public final class FlatGeobufFormat implements DataFormat {
  /** Makes the format. */
  public FlatGeobufFormat() {}

  @Override
  public String name() {
    return "flatgeobuf";
  }

  @Override
  public List<String> endings() {
    return List.of(".fgb");
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
    options.requireKnown(name(), false, false, false);
    forms.requireEntries(file.name(), name());
    return new FlatGeobufFeatures(file.path("a readable FlatGeobuf file"), file.name(), policy);
  }

  @Override
  public FeatureWriter create(String path, FeatureSchema schema) {
    return new FlatGeobufWriter(Path.of(path), schema.withoutNames("id"));
  }
}
