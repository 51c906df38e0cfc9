package org.flashgrove.access.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that equal entries are counted and that ids with several rectangles are found. */
class RepeatedEntriesTest {
  private static final int SORT_MEMORY = 1 << 20;

  @TempDir Path directory;

  @Test
  void equalEntriesAreCountedAmongOthersOfTheSameId() {
    try (RepeatedEntries entries = new RepeatedEntries(false, SORT_MEMORY, directory)) {
      entries.add(7, 0, 0, 1, 1);
      entries.add(8, 0, 0, 1, 1);
      entries.add(7, 0, 0, 2, 1);
      entries.add(7, -0.0, 0, 1, 1);
      entries.add(7, 0, 0, 1, 1);
      entries.finish();
      assertThat(entries.equalEntries()).isEqualTo(2);
      assertThat(entries.idOfSeveral()).isEmpty();
    }
  }

  @Test
  void anIdWithSeveralRectanglesIsFound() {
    try (RepeatedEntries entries = new RepeatedEntries(true, SORT_MEMORY, directory)) {
      entries.add(9, 0, 0, 1, 1);
      entries.add(7, 0, 0, 1, 1);
      entries.add(9, 0, 0, 1, 2);
      entries.finish();
      assertThat(entries.idOfSeveral()).hasValue(9);
      assertThat(entries.equalEntries()).isZero();
    }
  }
}
