package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that predicates have the meaning of the OGC standard unless the user asks for the exclusive
 * ones, for tables, scans and indexed files. An object that equals the query lies within it and
 * contains it; none of the exclusive predicates but {@code equals} holds.
 */
class OgcDefaultTest {
  private static final String AREA = "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))";

  @TempDir private Path folder;

  @BeforeEach
  void build() throws IOException {
    String file = folder.resolve("a.csv").toString();
    String inner = "POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))";
    Files.writeString(
        Path.of(file), "id,wkt\n1,\"" + AREA + "\"\n2,\"" + inner + "\"\n3,POINT (4 4)\n");
    Run.ok("build", table(), "--table", "--index", "geom=rstar", "--data", file);
    Run.ok("index", file);
  }

  private String table() {
    return folder.resolve("table").toString();
  }

  /** Returns the number of objects for which a predicate holds. */
  private String count(String predicate, String... semantics) {
    String exclusive = semantics.length == 0 ? "--semantics=ogc" : "--semantics=" + semantics[0];
    String[] options = {"--geometry", AREA, "--predicate", predicate, "--count", exclusive};
    String[] defaults = java.util.Arrays.copyOf(options, semantics.length == 0 ? 5 : 6);
    String ofTable = run("query", table(), defaults);
    assertThat(run("query", folder.resolve("a.csv").toString(), defaults)).isEqualTo(ofTable);
    assertThat(run("scan", table(), defaults)).contains(ofTable.trim() + " record");
    return ofTable.trim();
  }

  private static String run(String command, String directory, String... options) {
    String[] all = new String[options.length + 2];
    all[0] = command;
    all[1] = directory;
    System.arraycopy(options, 0, all, 2, options.length);
    Run run = Run.ok(all);
    return run.out();
  }

  @Test
  void theDefaultIsThatOfTheOgc() {
    assertThat(count("within")).isEqualTo("2");
    assertThat(count("containing")).isEqualTo("1");
    assertThat(count("intersecting")).isEqualTo("3");
    assertThat(count("covers")).isEqualTo("3");
  }

  @Test
  void theExclusivePredicatesAreChosenByName() {
    assertThat(count("contains", "exclusive")).isEqualTo("1");
    assertThat(count("inside", "exclusive")).isEqualTo("0");
    assertThat(count("equals", "exclusive")).isEqualTo("1");
    assertThat(count("meet", "exclusive")).isEqualTo("1");
  }
}
