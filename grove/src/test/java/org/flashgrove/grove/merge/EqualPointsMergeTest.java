package org.flashgrove.grove.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.grove.GroveConfigs;
import org.flashgrove.grove.GroveHarness;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.memtable.Packer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Merges of many entries with the same point, which are more entries than fit in a block. The work
 * of a merge must be proportional to their number.
 */
class EqualPointsMergeTest {
  private static final int PAGE = 4096;
  private static final int BLOCK_PAGES = 8;
  private static final double PLACE = 0.3;

  /** Memory in which a merge has room for a small part of the entries, and keeps no blocks. */
  private static final long SMALL = 256 << 10;

  /** Memory with room for the entries of many blocks. */
  private static final long LARGE = 64 << 20;

  private static GroveHarness harness(long memory, int entries) {
    return harness(EntryKind.POINTS, memory, entries);
  }

  private static GroveHarness harness(EntryKind kind, long memory, int entries) {
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, memory);
    GroveHarness harness = new GroveHarness(kind, config, PAGE, BLOCK_PAGES, false, Seeds.random());
    for (int i = 0; i < entries; i++) {
      harness.grove().insert(id(i), PLACE, PLACE, PLACE, PLACE);
    }
    return harness;
  }

  private static long id(int i) {
    return i * 0x9E3779B97F4A7C15L;
  }

  private static void requireEntries(GroveHarness harness, int count) {
    assertThat(harness.grove().stats().storedEntries()).isEqualTo(count);
    assertThat(harness.grove().check().problems()).isEmpty();
  }

  @Test
  void aMergeReadsEachPageOfEqualPointsAFewTimes() {
    int count = 80_000;
    GroveHarness harness = harness(SMALL, count);
    harness.grove().flush();
    long pages = harness.grove().stats().pages();
    assertThat(harness.grove().delete(id(1), PLACE, PLACE, PLACE, PLACE)).isTrue();
    long before = harness.store().pagesRead();
    harness.grove().flush();
    assertThat(harness.store().pagesRead() - before).isLessThan(4 * pages);
    requireEntries(harness, count - 1);
  }

  /**
   * Subnormal points have equal curve values, so a merge divides them by their coordinates. Halves
   * of subnormal numbers are rounded, so their centres need care.
   */
  @Test
  void mergesKeepSubnormalPoints() {
    GroveHarness harness = harness(SMALL, 0);
    Random random = Seeds.random();
    for (int i = 0; i < 40_000; i++) {
      double x = (random.nextInt(2_000) - 1_000) * Double.MIN_VALUE;
      double y = (random.nextInt(2_000) - 1_000) * Double.MIN_VALUE;
      harness.insert(new Bag.Entry(i, x, y, x, y));
    }
    harness.grove().flush();
    harness.assertSound();
  }

  /**
   * A merge that meets its first rectangle collects its part again, with four sides for each entry.
   * It must skip the equal points that earlier parts already contain.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 40_000, 79_999})
  void aRectangleAmongEqualPointsRepeatsNoPoint(int rectangle) {
    int count = 80_000;
    GroveHarness harness = harness(EntryKind.RECTANGLES, SMALL, 0);
    for (int i = 0; i < count; i++) {
      double half = i == rectangle ? 1.0 / 1024 : 0;
      harness.grove().insert(id(i), 0.5 - half, 0.5 - half, 0.5 + half, 0.5 + half);
    }
    harness.grove().flush();
    assertThat(harness.grove().delete(id(1), 0.5, 0.5, 0.5, 0.5)).isTrue();
    harness.grove().flush(); // reads the rectangle from a block, after equal points
    requireEntries(harness, count - 1);
  }

  /**
   * A step that arranges entries in pages moves no page. Each further block must need only a few
   * such steps, although memory has room for the entries of many blocks.
   */
  @Test
  void aMergeArrangesTheEqualPointsOfABlockAFewTimes() {
    int count = 60_000;
    Work once = Work.ofMerge(count);
    Work twice = Work.ofMerge(2 * count);
    long blocks = twice.blocks - once.blocks;
    assertThat(blocks).isGreaterThan(10);
    long chunks = count / Packer.mostChunk(LARGE) + 1;
    long pages = twice.pages - once.pages;
    assertThat(twice.steps - once.steps).isLessThan(4 * chunks + pages + 3 * blocks);
  }

  /** Work of the merges of equal points from the write buffer. */
  private record Work(long steps, long pages, long blocks) {
    static Work ofMerge(int count) {
      GroveHarness harness = harness(LARGE, count);
      MergeRunner runner = harness.grove().content().runner();
      long[] steps = {0};
      harness
          .store()
          .maintain(
              () -> {
                while (harness.grove().content().buffer().changes() > 0) {
                  for (runner.start(); runner.isRunning(); steps[0]++) {
                    runner.step();
                  }
                }
              });
      requireEntries(harness, count);
      return new Work(steps[0], harness.store().pagesWritten(), harness.store().blocksUsed());
    }
  }
}
