package org.flashgrove.datasets.flatgeobuf;

import java.nio.file.Path;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.BinaryFormat;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FileKind;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.feature.OutputFile;

/**
 * FlatGeobuf 3. Its features have no ids: a column of whole numbers is written and read as the ids,
 * one that is said to be the primary key, or is called {@code id}; without one features are counted
 * from 1.
 */
public final class FlatGeobufFormat extends BinaryFormat {
  /** Makes the format. */
  public FlatGeobufFormat() {
    super("flatgeobuf", ".fgb", false, FileKind.FLATGEOBUF);
  }

  @Override
  protected GeometryCursor open(Path file, String shownName, BadRowPolicy policy, String layer) {
    return new FlatGeobufFeatures(file, shownName, policy);
  }

  @Override
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    return new FlatGeobufWriter(file, schema);
  }
}
