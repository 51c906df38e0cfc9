package org.flashgrove.rawflash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.document.JavaBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the documents about indices on raw flash compiles. */
class RawFlashDocumentsTest {
  private static final Path DOCUMENTS = Path.of("..", "docs", "internals");

  @TempDir private Path classes;

  private static String program(String name, String document) throws IOException {
    List<String> blocks = JavaBlocks.ofDocument(DOCUMENTS.resolve(document));
    assertThat(blocks).as("blocks of %s", document).hasSize(1);
    return """
    import org.flashgrove.core.flash.RawFlash;
    import org.flashgrove.core.index.VisitResult;
    import org.flashgrove.rawflash.micro.*;
    import org.flashgrove.rawflash.mutree.*;

    class NAME {
      void run(RawFlash flash, long time, long KEYS, long id) {
        BLOCK
      }
    }
    """
        .replace("NAME", name)
        .replace("KEYS", document.startsWith("micro") ? "key, long value" : "other")
        .replace("BLOCK", blocks.get(0));
  }

  @Test
  void blocksCompile() throws IOException {
    Map<String, String> programs =
        Map.of(
            "Micro", program("Micro", "microhash.md"), "MuTrees", program("MuTrees", "mu-tree.md"));
    JavaBlocks.compile(programs, classes);
  }
}
