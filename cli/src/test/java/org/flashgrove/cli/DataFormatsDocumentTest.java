package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.document.JavaBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the Java code of docs/data-formats.md. */
class DataFormatsDocumentTest {
  @TempDir private Path directory;

  @Test
  void aFileIsLoadedIntoATable() throws Exception {
    List<String> blocks = JavaBlocks.ofDocument(Path.of("..", "docs", "data-formats.md"));
    assertThat(blocks).hasSize(1);
    Path file = directory.resolve("parcels.geojson");
    String program =
        """
        import org.flashgrove.access.table.Table;
        import org.flashgrove.access.table.TableLoader;
        import org.flashgrove.datasets.feature.BadRowPolicy;
        import org.flashgrove.datasets.feature.FeatureCursor;
        import org.flashgrove.datasets.format.DataFiles;

        public class Import {
          public static void run(Table parcels) {
            BLOCK
          }
        }
        """
            .replace("BLOCK", blocks.get(0).replace("parcels.geojson", file.toString()));
    JavaBlocks.compile(Map.of("Import", program), directory);
    Files.writeString(
        file,
        """
        {"type": "Feature", "id": 7, "properties": {"owner": "Ann"},
         "geometry": {"type": "Point", "coordinates": [1, 2]}}
        """);
    try (URLClassLoader classes = new URLClassLoader(new URL[] {directory.toUri().toURL()});
        Table parcels =
            Table.create(
                directory.resolve("parcels"),
                TableOptions.defaults().withAttributes("owner:string?").withKeyIndex("key"))) {
      classes.loadClass("Import").getMethod("run", Table.class).invoke(null, parcels);
      assertThat(parcels.get(7).getString("owner")).isEqualTo("Ann");
      assertThat(parcels.size()).isEqualTo(1);
    }
  }
}
