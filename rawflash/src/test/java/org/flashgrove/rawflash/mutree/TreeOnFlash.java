package org.flashgrove.rawflash.mutree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.device.NandRawFlash;
import org.flashgrove.simulator.device.NandSpec;

/**
 * A tree on simulated flash beside a map: random operations, power cuts in the middle of a program
 * or an erase, also while the tree recovers, and comparisons of the two.
 */
final class TreeOnFlash {
  private static final long ABSENT = Long.MIN_VALUE;

  private final NandRawFlash flash;
  private final MuTreeOptions options;
  private final Random random;
  private final int keys;
  private final long firstKey;
  private TreeMap<Long, Long> durable = new TreeMap<>();
  private TreeMap<Long, Long> model = new TreeMap<>();

  /** Operations since the last state that is known to be on flash, to be repeated one by one. */
  private final List<long[]> waiting = new ArrayList<>();

  private MuTree tree;
  private long cuts;
  private long refused;

  TreeOnFlash(String device, String spec, int keys, Random random) {
    flash = NandSpec.parse(device).openRaw();
    options = MuTreeOptions.parse(spec);
    this.random = random;
    this.keys = keys;
    firstKey = -keys / 3;
    tree = MuTree.open(flash, options);
  }

  MuTree tree() {
    return tree;
  }

  NandRawFlash flash() {
    return flash;
  }

  long cuts() {
    return cuts;
  }

  long refused() {
    return refused;
  }

  /**
   * Runs random operations.
   *
   * @param cutEvery programs and erases between two power cuts on average; 0 for none
   */
  void run(int operations, int cutEvery, int growPercent) {
    arm(cutEvery);
    for (int i = 0; i < operations; i++) {
      long key = firstKey + random.nextInt(keys);
      int kind = random.nextInt(100);
      try {
        if (kind < 40) {
          find(key);
        } else if (kind < 45) {
          range(key);
        } else {
          change(key, random.nextInt(), random.nextInt(100) < growPercent);
        }
      } catch (PowerLossException e) {
        cuts++;
        recover(cutEvery);
      }
    }
    disarm();
  }

  /** Power again, and no cut to come. */
  private void disarm() {
    flash.cutPower();
    flash.restart();
  }

  private void arm(int cutEvery) {
    if (cutEvery > 0) {
      flash.cutPowerAt(1 + random.nextInt(2 * cutEvery));
    }
  }

  private void find(long key) {
    assertThat(tree.find(key, ABSENT)).isEqualTo(model.getOrDefault(key, ABSENT));
  }

  private void range(long from) {
    long to = from + random.nextInt(200);
    List<Long> found = new ArrayList<>();
    assertThat(
            tree.range(
                from,
                to,
                (key, value) -> {
                  assertThat(value).isEqualTo(model.get(key));
                  found.add(key);
                }))
        .isTrue();
    assertThat(found).isEqualTo(new ArrayList<>(model.subMap(from, true, to, true).keySet()));
  }

  private void change(long key, int value, boolean grow) {
    waiting.add(new long[] {key, value, grow ? 1 : 0});
    boolean present = model.containsKey(key);
    try {
      if (grow && !present) {
        assertThat(tree.insert(key, value)).isTrue();
      } else if (grow) {
        assertThat(tree.insert(key, ~value)).isFalse();
        assertThat(tree.update(key, value)).isTrue();
      } else if (random.nextInt(8) == 0) {
        assertThat(tree.update(key, value)).isEqualTo(present);
        if (present) {
          assertThat(tree.delete(key)).isTrue();
        }
      } else {
        assertThat(tree.delete(key)).isEqualTo(present);
      }
    } catch (FlashFullException e) {
      refused++;
      waiting.remove(waiting.size() - 1);
      return;
    }
    apply(model, key, value, grow);
    if (options.writeBufferPages() == 0) {
      known();
    } else if (random.nextInt(50) == 0) {
      tree.flush();
      known();
    }
  }

  private static void apply(Map<Long, Long> map, long key, long value, boolean grow) {
    if (grow) {
      map.put(key, value);
    } else {
      map.remove(key);
    }
  }

  private void known() {
    for (long[] change : waiting) {
      apply(durable, change[0], change[1], change[2] == 1);
    }
    waiting.clear();
  }

  /** Opens the tree again; it is at some state between the last known one and the newest. */
  private void recover(int cutEvery) {
    boolean open = false;
    while (!open) {
      disarm();
      if (random.nextInt(3) == 0) {
        flash.cutPowerAt(1 + random.nextInt(5));
      }
      try {
        tree = MuTree.open(flash, options);
        open = true;
      } catch (PowerLossException e) {
        cuts++;
      }
    }
    disarm();
    assertThat(tree.check()).isEmpty();
    Map<Long, Long> content = content();
    boolean found = content.equals(durable);
    // An update and a delete of one change are two operations, so a change may be half done.
    for (int i = 0; i < waiting.size() && !found; i++) {
      long[] change = waiting.get(i);
      TreeMap<Long, Long> half = new TreeMap<>(durable);
      if (half.containsKey(change[0])) {
        half.put(change[0], change[1]);
      }
      apply(durable, change[0], change[1], change[2] == 1);
      found = content.equals(half) || content.equals(durable);
    }
    assertThat(found).as("a state of the past that holds all that was acknowledged").isTrue();
    durable = new TreeMap<>(content);
    model = new TreeMap<>(content);
    waiting.clear();
    arm(cutEvery);
  }

  private Map<Long, Long> content() {
    Map<Long, Long> content = new TreeMap<>();
    tree.range(
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        (key, value) -> {
          assertThat(content.put(key, value)).isNull();
        });
    return content;
  }

  void requireSame() {
    assertThat(content()).isEqualTo(model);
    assertThat(tree.size()).isEqualTo(model.size());
    assertThat(tree.check()).isEmpty();
  }
}
