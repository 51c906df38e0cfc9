package org.flashgrove.datasets.feature;

import org.flashgrove.datasets.file.OutputFile;
import org.locationtech.jts.geom.Geometry;

/** Writer whose {@code close} also completes {@code file}, which gives the file its final name. */
record CompletedWriter(FeatureWriter writer, OutputFile file) implements FeatureWriter {
  static FeatureWriter of(DataFormat format, String path, FeatureSchema schema) {
    OutputFile file = OutputFile.named(path);
    try {
      return new CompletedWriter(format.create(file, schema), file);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public void write(long id, Geometry geometry, Object[] attributes) {
    writer.write(id, geometry, attributes);
  }

  @Override
  public void close() {
    try (file) {
      writer.close();
      file.complete();
    }
  }
}
