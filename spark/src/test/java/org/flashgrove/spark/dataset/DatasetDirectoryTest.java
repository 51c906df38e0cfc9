package org.flashgrove.spark.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests in the directory of a dataset. */
class DatasetDirectoryTest {
  @TempDir private java.nio.file.Path directory;

  /** Arabic and Thai locales format numbers with digits of their own. */
  @Test
  void aManifestIsFoundWhateverLocaleItsWriterHas() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      DatasetDirectory dataset =
          new DatasetDirectory(new Path(directory.toUri()), new Configuration(false));
      Manifest empty = Manifest.empty(new StructType(), "geom", Map.of());
      Manifest committed = dataset.commit(empty, TableChange.append(), List.of());
      assertThat(dataset.newest()).isEqualTo(committed);
    } finally {
      Locale.setDefault(before);
    }
  }
}
