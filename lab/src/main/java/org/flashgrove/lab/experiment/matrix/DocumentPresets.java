package org.flashgrove.lab.experiment.matrix;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.flashgrove.lab.experiment.Preset;

/**
 * Presets that are YAML documents, each a resource {@code NAME.yaml} in this package. They repeat
 * experiments of Carniel's thesis (2019) and of Carniel, Ciferri and Ciferri (GEOINFO 2016), or
 * measure what each optimization of a grove contributes, and the effect of a flash translation
 * layer. Comments in each resource explain its settings.
 */
public final class DocumentPresets {
  private static final List<String> NAMES =
      List.of(
          "thesis-4",
          "thesis-5",
          "thesis-6.5",
          "thesis-6.5-random",
          "thesis-6.6-policy",
          "thesis-6.6-p",
          "thesis-6.6-readbuffer",
          "thesis-6.6-temporal",
          "thesis-6.6-log",
          "thesis-8",
          "geoinfo2016",
          "grove-parts");

  private DocumentPresets() {}

  /** Returns all presets: those of the thesis in its order, then the others. */
  public static List<Preset> all() {
    return NAMES.stream().<Preset>map(DocumentPresets::read).toList();
  }

  /** Returns the documents of all presets. */
  static List<ExperimentDocument> documents() {
    return NAMES.stream().map(name -> read(name).parsed()).toList();
  }

  private static MatrixExperiment read(String name) {
    String file = name + ".yaml";
    try (InputStream bytes = DocumentPresets.class.getResourceAsStream(file)) {
      if (bytes == null) {
        throw new IllegalStateException("no resource " + file);
      }
      return MatrixExperiment.of(file, new String(bytes.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
