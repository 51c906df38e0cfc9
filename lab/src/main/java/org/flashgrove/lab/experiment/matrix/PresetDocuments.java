package org.flashgrove.lab.experiment.matrix;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the YAML documents of presets. The documents are resources {@code NAME.yaml} in the package
 * of this class.
 */
final class PresetDocuments {
  private PresetDocuments() {}

  static MatrixExperiment read(String name) {
    String file = name + ".yaml";
    try (InputStream bytes = PresetDocuments.class.getResourceAsStream(file)) {
      if (bytes == null) {
        throw new IllegalStateException("no resource " + file);
      }
      return MatrixExperiment.of(file, new String(bytes.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
