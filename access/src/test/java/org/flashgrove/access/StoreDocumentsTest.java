package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.document.JavaBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the Java code in documents about stores and tables, and in Javadoc comments, compiles.
 */
class StoreDocumentsTest {
  private static final Path DOCUMENTS = Path.of("..", "docs");
  private static final Path SOURCES = Path.of("src", "main", "java", "org", "flashgrove", "access");

  /** Number of Java blocks in each document. */
  private static final Map<String, Integer> BLOCKS =
      Map.of(
          "choosing.md", 1,
          "durability.md", 3,
          "exceptions.md", 1,
          "geodesic.md", 2,
          "limits.md", 1,
          "operations.md", 2,
          "queries.md", 5,
          "sizing.md", 1,
          "threads.md", 1);

  @TempDir private Path classes;

  /** Returns a class that contains a block and declares the names that blocks use. */
  private static String program(String name, String block) {
    return """
    import java.nio.file.Path;
    import java.time.Duration;
    import java.time.LocalDate;
    import java.util.function.ToDoubleFunction;
    import java.util.stream.Stream;
    import org.flashgrove.access.*;
    import org.flashgrove.access.design.*;
    import java.util.Map;
    import org.flashgrove.access.structure.*;
    import org.flashgrove.access.attribute.*;
    import org.flashgrove.access.filter.*;
    import org.flashgrove.access.join.*;
    import org.flashgrove.access.query.*;
    import org.flashgrove.access.record.*;
    import org.flashgrove.access.scan.*;
    import org.flashgrove.access.table.*;
    import org.flashgrove.core.failure.*;
    import org.flashgrove.core.geometry.*;
    import org.flashgrove.core.index.*;
    import org.flashgrove.indexes.bplus.BPlusBatch;
    import org.flashgrove.storage.log.SyncMode;
    import org.flashgrove.storage.log.WriteBatch;
    import org.locationtech.jts.geom.Geometry;

    public abstract class NAME {
      SpatialStore store;

      interface Registry {
        <T> void gauge(String name, T of, ToDoubleFunction<T> value);
      }

      abstract void show(long id);

      abstract void near(long id, double metres);

      abstract void within50km(long id);

      abstract void aroundFiji(long id);

      abstract void print(long key, String owner);

      void run(Path directory, Registry registry, Table parcels, Geometry street) {
        BLOCK
      }
    }
    """
        .replace("NAME", name)
        .replace("BLOCK", block);
  }

  private static void add(Map<String, String> programs, String of, List<String> blocks, int there) {
    assertThat(blocks).as("blocks of %s", of).hasSize(there);
    for (String block : blocks) {
      String name = "Block" + programs.size();
      programs.put(name, program(name, block));
    }
  }

  @Test
  void blocksCompile() throws IOException {
    Map<String, String> programs = new LinkedHashMap<>();
    for (Map.Entry<String, Integer> document : BLOCKS.entrySet()) {
      Path page = DOCUMENTS.resolve(document.getKey());
      add(programs, document.getKey(), JavaBlocks.ofDocument(page), document.getValue());
    }
    for (String source :
        List.of("Store", "table/Table", "query/TableQuery", "attribute/Schema", "filter/Filter")) {
      Path file = SOURCES.resolve(source + ".java");
      add(programs, source, JavaBlocks.ofJavadoc(file), 1);
    }
    List<String> kinds = JavaBlocks.ofDocument(DOCUMENTS.resolve("kinds.md"));
    assertThat(kinds).hasSize(1);
    programs.put("PlainKind", kinds.get(0));
    JavaBlocks.compile(programs, classes);
  }
}
