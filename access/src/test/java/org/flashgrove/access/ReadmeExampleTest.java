package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.document.JavaBlocks;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the README: its own text is compiled and run. */
class ReadmeExampleTest {
  @TempDir private Path directory;

  /** What a reader has of his own: names that the examples use, and a count of the calls. */
  private static String program(String name, String block, String resultType, String end) {
    return """
        import java.nio.file.Path;
        import java.util.stream.Stream;
        import org.flashgrove.access.*;
        import org.flashgrove.access.attribute.*;
        import org.flashgrove.access.filter.*;
        import org.flashgrove.access.query.*;
        import org.flashgrove.access.scan.*;
        import org.flashgrove.access.table.*;
        import org.flashgrove.core.geometry.*;
        import org.flashgrove.core.index.Entry;
        import org.locationtech.jts.geom.*;

        public class NAME {
          static final Geometry parcel = new GeometryFactory().toGeometry(new Envelope(1, 2, 1, 2));
          static final Geometry street =
              new GeometryFactory()
                  .createLineString(new Coordinate[] {new Coordinate(0, 0), new Coordinate(3, 3)});
          static String calls = "";

          static TYPE found(long id) {
            calls += " found " + id;
            END
          }

          static TYPE visit(long key, String owner) {
            calls += " visited " + key + " of " + owner;
            END
          }

          public static String run(Path directory) {
            BLOCK
            return calls.strip();
          }
        }
        """
        .replace("NAME", name)
        .replace("TYPE", resultType)
        .replace("END", end)
        .replace("BLOCK", block);
  }

  private Object result(String name, String program) throws Exception {
    JavaBlocks.compile(Map.of(name, program), directory);
    URL[] classes = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
      Method run = loader.loadClass(name).getMethod("run", Path.class);
      return run.invoke(null, directory.resolve(name + "-store"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"void", "boolean"})
  void theExamplesCompileAndRun(String resultType) throws Exception {
    String end = resultType.equals("void") ? "" : "return true;";
    List<String> blocks = JavaBlocks.ofDocument(Path.of("..", "README.md"));
    assertThat(blocks).hasSize(2);
    assertThat(result("Stores", program("Stores", blocks.get(0), resultType, end)))
        .isEqualTo("found 1 found 1");
    assertThat(result("Tables", program("Tables", blocks.get(1), resultType, end)))
        .isEqualTo("visited 7 of Ann");
  }
}
