package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flashgrove.core.document.JavaBlocks;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java and the Python of the document about Spark, and of Javadoc comments. */
class SparkDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs").resolve("spark.md");
  private static final Path SOURCE =
      Path.of("src/main/java/org/flashgrove/spark/FlashgroveSource.java");
  private static final Pattern PYTHON = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path classes;

  private static String program(String name, String block) {
    return """
        import static org.apache.spark.sql.functions.expr;

        import org.apache.sedona.core.enums.*;
        import org.apache.sedona.core.spatialOperator.*;
        import org.apache.sedona.core.spatialRDD.SpatialRDD;
        import org.apache.spark.sql.*;
        import org.flashgrove.spark.*;
        import org.flashgrove.spark.join.*;
        import org.locationtech.jts.geom.Geometry;

        class NAME {
          void run(
              SparkSession spark, Dataset<Row> rows, Dataset<Row> windows, String path,
              SpatialRDD<Geometry> left, SpatialRDD<Geometry> right) throws Exception {
            BLOCK
          }
        }
        """
        .replace("NAME", name)
        .replace("BLOCK", block);
  }

  @Test
  void javaCompiles() throws IOException {
    Map<String, String> programs = new LinkedHashMap<>();
    List<String> blocks = JavaBlocks.ofDocument(DOCUMENT);
    assertThat(blocks).hasSizeGreaterThan(5);
    for (String block : blocks) {
      programs.put("Block" + programs.size(), program("Block" + programs.size(), block));
    }
    for (String block : JavaBlocks.ofJavadoc(SOURCE)) {
      programs.put("Comment", program("Comment", block));
    }
    assertThat(programs).containsKey("Comment");
    JavaBlocks.compile(programs, classes);
  }

  @Test
  void pythonParses() throws Exception {
    Path python = Path.of("/usr/bin/python3");
    Assumptions.assumeTrue(Files.isExecutable(python), "SKIPPED: no Python");
    Matcher block = PYTHON.matcher(Files.readString(DOCUMENT));
    assertThat(block.find()).isTrue();
    Process parser =
        new ProcessBuilder(python.toString(), "-c", "import ast, sys; ast.parse(sys.stdin.read())")
            .redirectErrorStream(true)
            .start();
    parser.getOutputStream().write(block.group(1).getBytes(StandardCharsets.UTF_8));
    parser.getOutputStream().close();
    String out = new String(parser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(parser.waitFor()).as(out).isZero();
  }
}
