package org.flashgrove.core.component.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.component.MemoryComponentStore.Disk;
import org.junit.jupiter.api.Test;

class MemoryComponentProofTest extends ComponentProof {
  private final Disk disk = new Disk();

  @Override
  protected ComponentStore next() {
    return new MemoryComponentStore(disk, PAGE, PAGES);
  }

  @Override
  protected void open(ComponentStore closed) {
    ((MemoryComponentStore) closed).open();
  }

  /** Crashes that lose frames which were not durable. */
  @Test
  void aCrashLeavesWhatSomeCommitLeft() {
    Random random = Seeds.random();
    Disk crashing = new Disk();
    TreeMap<Long, Long> model = new TreeMap<>();
    for (int crash = 0; crash < 40; crash++) {
      MemoryComponentStore store = new MemoryComponentStore(crashing, PAGE, PAGES, false);
      MergingMap map = new MergingMap(store, 10);
      store.open();
      assertThat(map.content()).isEqualTo(model);
      List<Long> frames = new ArrayList<>(List.of(crashing.lastFrame()));
      List<TreeMap<Long, Long>> commits = new ArrayList<>(List.of(new TreeMap<>(model)));
      for (int step = random.nextInt(60); step >= 0; step--) {
        long key = random.nextInt(300);
        map.put(key, step);
        model.put(key, (long) step);
        frames.add(store.newestCommit());
        commits.add(new TreeMap<>(model));
        if (random.nextInt(15) == 0) {
          store.sync();
        }
      }
      long durable = crashing.durableFrame();
      long left = durable + random.nextInt((int) (crashing.lastFrame() - durable + 1));
      crashing.cut(left);
      int kept = frames.size() - 1;
      while (frames.get(kept) > left) {
        kept--;
      }
      model = commits.get(kept);
    }
  }
}
