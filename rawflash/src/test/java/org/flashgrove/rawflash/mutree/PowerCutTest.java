package org.flashgrove.rawflash.mutree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.device.NandRawFlash;
import org.flashgrove.simulator.device.NandSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A power cut in every single program and erase of a run, and in those of the recovery after it.
 */
class PowerCutTest {
  private static final String DEVICE = "nand:page=256,oob=64,block=4,blocks=28,ftl=none";
  private static final MuTreeOptions OPTIONS = MuTreeOptions.parse("mutree:k=0.5,read=2");
  private static final int OPERATIONS = 260;
  private static final int KEYS = 120;

  @ParameterizedTest
  @EnumSource(TornFlash.Torn.class)
  void everyOperationMayBeTheLast(TornFlash.Torn torn) {
    long seed = Seeds.random().nextLong();
    boolean cut = true;
    long operation = 0;
    while (cut) {
      operation++;
      cut = run(torn, operation, seed);
    }
    assertThat(operation).isGreaterThan(OPERATIONS / 2);
  }

  /** Runs with a cut at an operation of the flash; returns whether there was one. */
  private static boolean run(TornFlash.Torn torn, long operation, long seed) {
    NandRawFlash chip = NandSpec.parse(DEVICE).openRaw();
    TornFlash flash = new TornFlash(chip, torn);
    MuTree tree = MuTree.open(flash, OPTIONS);
    TreeMap<Long, Long> model = new TreeMap<>();
    TreeMap<Long, Long> next = new TreeMap<>();
    Random random = new Random(seed);
    chip.cutPowerAt(operation);
    boolean cut = false;
    for (int i = 0; i < OPERATIONS && !cut; i++) {
      long key = random.nextInt(KEYS);
      long value = random.nextInt();
      boolean grow = random.nextInt(100) < (i < OPERATIONS / 2 ? 90 : 35);
      next = new TreeMap<>(model);
      try {
        if (grow) {
          next.put(key, value);
          if (!tree.insert(key, value)) {
            tree.update(key, value);
          }
        } else {
          next.remove(key);
          tree.delete(key);
        }
        model = next;
      } catch (PowerLossException e) {
        cut = true;
      }
    }
    if (!cut) {
      assertThat(tree.figures().blockErases()).isPositive();
      return false;
    }
    recover(chip, flash, 1 + (int) (operation % 3), List.of(model, next));
    recover(chip, flash, 0, List.of(model, next));
    return true;
  }

  /** Opens the tree after a power loss, with another one if the recovery writes anything. */
  private static void recover(
      NandRawFlash chip, TornFlash flash, int cutAt, List<TreeMap<Long, Long>> allowed) {
    disarm(chip);
    if (cutAt > 0) {
      chip.cutPowerAt(cutAt);
    }
    try {
      MuTree tree = MuTree.open(flash, OPTIONS);
      assertThat(tree.check()).isEmpty();
      assertThat(new ArrayList<Map<Long, Long>>(allowed)).contains(content(tree));
      long key = 1_000_000 + cutAt;
      assertThat(tree.insert(key, 1)).isTrue();
      assertThat(tree.find(key, 0)).isEqualTo(1);
      assertThat(tree.delete(key)).isTrue();
      assertThat(tree.check()).isEmpty();
    } catch (PowerLossException e) {
      assertThat(cutAt).isPositive(); // the next recovery has to manage
    }
    disarm(chip);
  }

  /** Power again, and no cut to come. */
  private static void disarm(NandRawFlash chip) {
    chip.cutPower();
    chip.restart();
  }

  private static Map<Long, Long> content(MuTree tree) {
    Map<Long, Long> content = new TreeMap<>();
    tree.range(
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        (key, value) -> {
          if (key < 1_000_000) {
            content.put(key, value);
          }
        });
    return content;
  }
}
