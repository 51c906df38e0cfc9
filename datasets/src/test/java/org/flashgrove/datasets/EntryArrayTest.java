package org.flashgrove.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entries in memory: their order, shuffled and cut. */
class EntryArrayTest {
  private static final int COUNT = 3_000;

  private static EntryArray filled() {
    EntryArray entries = new EntryArray();
    for (int i = 0; i < COUNT; i++) {
      entries.accept(i, i, i + 0.25, i + 0.5, i + 0.75);
    }
    return entries;
  }

  private static List<Long> ids(EntryArray entries) {
    List<Long> ids = new ArrayList<>();
    entries.forEach(
        (id, minX, minY, maxX, maxY) -> {
          assertThat(new double[] {minX, minY, maxX, maxY})
              .containsExactly(id, id + 0.25, id + 0.5, id + 0.75);
          ids.add(id);
        });
    return ids;
  }

  @Test
  void entriesComeInTheirOrder() {
    EntryArray entries = filled();
    assertThat(entries.size()).isEqualTo(COUNT);
    assertThat(ids(entries)).hasSize(COUNT).isSorted();
    assertThat(entries.id(2_999)).isEqualTo(2_999);
    assertThat(entries.side(7, 3)).isEqualTo(7.75);
  }

  @Test
  void shufflingKeepsEntriesWholeAndDependsOnTheSeed() {
    EntryArray one = filled();
    EntryArray same = filled();
    EntryArray other = filled();
    one.shuffle(1);
    same.shuffle(1);
    other.shuffle(2);
    assertThat(ids(one)).containsExactlyElementsOf(ids(same));
    assertThat(ids(one))
        .isNotEqualTo(ids(other))
        .containsExactlyInAnyOrderElementsOf(ids(filled()));
  }

  @Test
  void theFirstEntriesAreAnArrayOfTheirOwn() {
    EntryArray first = filled().first(10);
    first.accept(10, 10, 10.25, 10.5, 10.75);
    assertThat(ids(first)).hasSize(11).isSorted();
    assertThat(filled().first(Long.MAX_VALUE).size()).isEqualTo(COUNT);
    assertThat(new EntryArray().first(5).size()).isZero();
  }
}
