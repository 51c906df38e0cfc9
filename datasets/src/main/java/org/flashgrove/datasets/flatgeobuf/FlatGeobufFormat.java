package org.flashgrove.datasets.flatgeobuf;

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
 * Format FlatGeobuf 3. FlatGeobuf features have no ids, so ids are in an integer column: the
 * primary key, or the column {@code id}. If a file has no such column, the reader numbers the
 * features from 1.
 */
public final class FlatGeobufFormat extends BinaryFormat implements RowFormat {
  public FlatGeobufFormat() {
    super("flatgeobuf", ".fgb", false, FileSignature.FLATGEOBUF);
  }

  @Override
  protected GeometryCursor open(Path file, String shownName, BadRowPolicy policy, String layer) {
    return new FlatGeobufFeatures(file, shownName, policy);
  }

  @Override
  public RowFile openRows(Path file, String shownName, String layer, byte[] places) {
    FileSignature.require(file, shownName, FileSignature.FLATGEOBUF);
    if (layer != null) {
      throw new IllegalArgumentException(
          "layer " + layer + ": a FlatGeobuf file has only one layer; omit the layer");
    }
    return new FlatGeobufRows(file, shownName, places);
  }

  @Override
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    return new FlatGeobufWriter(file, schema);
  }
}
