package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stores of format version 1 as an earlier build wrote them, pages and a log that still holds what
 * the buffer held: later versions must open them. They are made by {@link #writeGoldenStores()}.
 */
class GoldenStoreTest {
  private static final String[] FILES = {"nodes.pages", "store.log", "store.meta"};
  private static final int ENTRIES = 300;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"plain", "efind"})
  void aStoreOfVersion1Opens(String name) throws IOException {
    for (String file : FILES) {
      try (InputStream golden = getClass().getResourceAsStream("/golden-v1/" + name + "/" + file)) {
        Files.copy(golden, directory.resolve(file));
      }
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.recovery().operations()).isPositive();
      assertThat(store.size()).isEqualTo(ENTRIES - ENTRIES / 10);
      assertThat(store.tree().check(true).problems()).isEmpty();
      for (int i = 0; i < ENTRIES; i++) {
        long id = i + 1;
        boolean[] found = {false};
        store.search(
            x(i),
            y(i),
            (foundId, minX, minY, maxX, maxY) -> {
              found[0] |= foundId == id;
              return true;
            });
        assertThat(found[0]).as("entry %d", id).isEqualTo(i % 10 != 3);
      }
    }
  }

  private static double x(int i) {
    return i * 7919 % 1000 / 8.0;
  }

  private static double y(int i) {
    return i * 104729 % 1000 / 8.0;
  }

  /** Run with {@code -Dflashgrove.golden=DIR} to write the stores; else it is left out. */
  @Test
  void writeGoldenStores() {
    String target = System.getProperty("flashgrove.golden");
    assumeTrue(target != null, "golden stores are written on demand only");
    write(Path.of(target, "plain"), "none:frames=8");
    write(Path.of(target, "efind"), "efind:buffer=16K");
  }

  private static void write(Path where, String flash) {
    StoreOptions options =
        new StoreOptions("rtree:split=quadratic", flash, "buffered", 512, "close");
    try (SpatialStore store = SpatialStore.create(where, options)) {
      for (int i = 0; i < ENTRIES; i++) {
        store.insert(i + 1, x(i), y(i), x(i), y(i));
      }
      for (int i = 3; i < ENTRIES; i += 10) {
        store.delete(i + 1, x(i), y(i), x(i), y(i));
      }
    }
  }
}
