package org.flashgrove.salvage.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.grove.GroveConfigs;
import org.flashgrove.grove.GroveHarness;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is rescued from frames and blocks with nothing lost, beside a list. */
class SalvagedGroveTest {
  private static final int PAGE = 512;
  private static final int BLOCK_PAGES = 8;
  private static final double MOST = Double.MAX_VALUE;

  /**
   * Also of logs that begin with a checkpoint image in steps, and of those that it was begun
   * beside.
   */
  @ParameterizedTest
  @EnumSource(
      value = EntryKind.class,
      names = {"POINTS", "RECTANGLES", "FEW", "IDENTICAL"})
  void allIsRescuedOfLogsThatWereCompactedInSteps(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withTwoLevels(
            GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, 40 << 10), 4, 4), 0);
    GroveHarness harness = new GroveHarness(kind, config, PAGE, BLOCK_PAGES, false, random);
    harness.run(300, 100);
    int ended = 0;
    for (int i = 0; i < 1_500; i++) {
      harness.change(i % 800 > 500 ? 30 : 95);
      boolean ends = random.nextInt(4) == 0 && harness.store().stepOfCheckpointImage();
      ended += ends ? 1 : 0;
      if (ends || i % 200 == 199) {
        assertRescued(harness, config);
      }
    }
    assertThat(ended).isGreaterThan(5);
  }

  private static void assertRescued(GroveHarness harness, GroveConfig config) {
    List<String> losses = new ArrayList<>();
    SalvagedGrove salvaged = new SalvagedGrove(config, losses::add);
    MemoryComponentStore.Disk disk = harness.disk();
    disk.visitFrames(
        (number, kind, words) ->
            salvaged.frame(number, kind, Arrays.copyOf(words, words.length + 3), words.length));
    Map<Long, List<byte[]>> blocks = new HashMap<>();
    disk.visitBlocks(
        (number, sequence, pages) -> {
          if (!pages.isEmpty()) {
            blocks.put(number, pages);
            salvaged.block(number, sequence, pages.size(), pages.get(pages.size() - 1));
          }
        });
    List<Bag.Entry> rescued = new ArrayList<>();
    salvaged.entries(
        true,
        (block, index, sequence) -> blocks.get(block).get(index).clone(),
        (block, id, minX, minY, maxX, maxY) ->
            rescued.add(new Bag.Entry(id, minX, minY, maxX, maxY)));
    rescued.sort(Bag.ORDER);
    assertThat(rescued)
        .isEqualTo(
            harness.bag().search(Predicate.INTERSECTS, new double[] {-MOST, -MOST, MOST, MOST}));
    assertThat(salvaged.entries()).isEqualTo(harness.bag().size());
    assertThat(losses).isEmpty();
  }
}
