package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.document.JavaBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the document about the DataStore compiles. */
class DataStoreDocumentTest {
  @TempDir private Path classes;

  @Test
  void blocksCompile() throws IOException {
    List<String> blocks = JavaBlocks.ofDocument(Path.of("..", "docs", "geotools.md"));
    assertThat(blocks).hasSize(1);
    String program =
        """
        import java.io.File;
        import java.util.Map;
        import org.geotools.api.data.*;
        import org.geotools.data.*;
        import org.geotools.data.simple.*;
        import org.geotools.feature.*;

        class Example {
          void run(SimpleFeatureCollection features) throws Exception {
            BLOCK
          }
        }
        """
            .replace("BLOCK", blocks.get(0));
    JavaBlocks.compile(Map.of("Example", program), classes);
  }
}
