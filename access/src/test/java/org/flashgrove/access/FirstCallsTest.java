package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.SpatialBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks which classes the first opening and the first cold query of a process load. Some classes
 * cost more than the work that they do: linking a lambda expression takes about a millisecond, and
 * the first view of words on the heap makes the JVM discard the code compiled for views of pages.
 */
@Timeout(60)
class FirstCallsTest {
  private static final int POINTS = 50_000;

  @TempDir private Path directory;

  @Test
  void openingAndColdQueriesLoadNoCostlyClasses() throws Exception {
    try (SpatialStore store = SpatialStore.create(directory, StoreOptions.defaults())) {
      Random random = Seeds.random();
      try (SpatialBatch batch = store.begin()) {
        for (int i = 0; i < POINTS; i++) {
          double x = random.nextDouble();
          double y = random.nextDouble();
          batch.insert(i, x, y, x, y);
        }
        batch.commit();
      }
      store.compact();
      store.insert(POINTS, 0.5, 0.5, 0.5, 0.5);
    }
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                FirstCallsTest.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output)
        .contains("found " + (POINTS + 1))
        .contains("org.flashgrove.storage.file.FilePageStore$WholePages ");
    List<String> costly =
        output
            .lines()
            .filter(
                line ->
                    line.contains("ByteBufferAsLongBuffer")
                        || line.matches(
                            ".*flashgrove\\.storage.file.(FilePageStore|disk.LockedDirectory)\\$\\$Lambda.*"))
            .toList();
    assertThat(costly).isEmpty();
  }

  /** Opens the store and searches it. Runs in a separate process. */
  public static void main(String[] arguments) {
    try (SpatialStore store = SpatialStore.open(Path.of(arguments[0]))) {
      long[] found = {0};
      store.search(0, 0, 1, 1, (id, minX, minY, maxX, maxY) -> found[0]++);
      System.out.println("found " + found[0]);
    }
  }
}
