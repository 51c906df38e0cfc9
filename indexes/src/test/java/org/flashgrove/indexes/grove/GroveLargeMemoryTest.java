package org.flashgrove.indexes.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.indexes.component.Bag.Entry;
import org.flashgrove.indexes.component.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A memory of 16 MiB or more packs and splits in another way than a small one: longer tails, fewer
 * runs, intervals of the buffer that are split into four.
 */
class GroveLargeMemoryTest {
  private static final long MEMORY = 16 << 20;
  private static final int OPERATIONS = 1_500;

  private static GroveHarness harness(EntryKind kind, Random random) {
    return new GroveHarness(kind, GroveConfig.of(GroveHarness.CURVE, MEMORY), 4096, 16, random);
  }

  private static void run(GroveHarness grove, int growth) {
    for (int i = 0; i < OPERATIONS; i++) {
      grove.change(growth);
      if (i % 16 == 0) {
        grove.query();
      }
      if (i % 256 == 0) {
        grove.assertMemory();
      }
    }
    grove.assertMemory();
    grove.assertSound();
  }

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void answersAreThoseOfAList(EntryKind kind) {
    Random random = Seeds.random();
    GroveHarness grove = harness(kind, random);
    run(grove, 90);
    grove.grove().flush();
    grove.assertSound();
    run(grove, 60);
    grove.open();
    grove.assertSound();
    run(grove, 20);
  }

  @Test
  void anIntervalIsSplitIntoFour() {
    Random random = Seeds.random();
    GroveHarness grove = harness(EntryKind.POINTS, random);
    Partition before = grove.grove().content().partition();
    int intervals = before.count();
    for (int i = 0; before.count() == intervals; i++) {
      assertThat(i).isLessThan(2_000);
      double x = random.nextDouble();
      double y = random.nextDouble();
      grove.insert(Entry.of(i, new double[] {x, y, x, y}));
      before = grove.grove().content().partition();
    }
    assertThat(before.count()).isEqualTo(intervals + 3);
    for (int at = before.first(); at < before.beyond(); at = before.next(at)) {
      int changes = before.changes(at);
      assertThat(changes == 0 || changes > 150 && changes < 400).as("%s changes", changes).isTrue();
    }
    grove.assertSound();
  }
}
