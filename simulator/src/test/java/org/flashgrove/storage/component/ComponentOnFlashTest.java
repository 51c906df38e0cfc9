package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.proof.MergingMap;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.flash.MemoryFlash;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.simulator.store.FlashBlocks;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

/** Blocks of a map on raw flash; the log stands in a file. */
class ComponentOnFlashTest {
  private static final int BLOCKS = 40;
  private static final int KEYS = 300;

  private final Random random = Seeds.random();

  /** Flash and disk outlive the store. */
  private static final class Opened implements AutoCloseable {
    private final ComponentFiles.Closed closed;
    private final MergingMap map;

    Opened(CrashDisk disk, MemoryFlash flash, SyncMode sync) {
      closed =
          ComponentFiles.plain(sync)
              .over(
                  FileDevice.over(disk, RawFile.Caching.BUFFERED),
                  new FlashBlocks("flash", flash, ComponentFiles.PAGE, new IoCounters()));
      map = new MergingMap(closed.file(), 10);
      closed.store().open();
    }

    @Override
    public void close() {
      closed.store().close();
    }
  }

  private static MemoryFlash flash(int endurance) {
    return MemoryFlash.of(BLOCKS, 2 * ComponentFiles.PAGES, ComponentFiles.PAGE / 2, endurance);
  }

  /** A commit; {@code content} has what it is to leave, even if it fails. */
  private void change(MergingMap map, TreeMap<Long, Long> content, long value) {
    long key = random.nextInt(KEYS);
    if (random.nextInt(4) == 0) {
      content.remove(key);
      map.remove(key);
    } else {
      content.put(key, value);
      map.put(key, value);
    }
  }

  @Test
  void powerCutsAtProgramsAndErasuresLeaveWhatWasDurable() {
    for (SyncMode sync : List.of(SyncMode.OP, SyncMode.CLOSE)) {
      MemoryFlash flash = flash(100_000);
      CrashDisk disk = new CrashDisk();
      new Opened(disk, flash, sync).close();
      List<TreeMap<Long, Long>> commits = new ArrayList<>(List.of(new TreeMap<>()));
      for (int cut = 0; cut < 80; cut++) {
        int durable = 0;
        TreeMap<Long, Long> content = new TreeMap<>(commits.get(0));
        flash.cutAt(1 + random.nextInt(300));
        try {
          Opened opened = new Opened(disk, flash, sync);
          while (true) {
            change(opened.map, content, cut);
            commits.add(new TreeMap<>(content));
            if (sync == SyncMode.OP) {
              durable = commits.size() - 1;
            }
          }
        } catch (StoreIoException e) {
          commits.add(content); // the commit that was cut may have come through
        }
        flash.powerOn();
        disk = new CrashDisk(PowerCuts.any(disk, random));
        try (Opened opened = new Opened(disk, flash, sync)) {
          TreeMap<Long, Long> found = new TreeMap<>(opened.map.content());
          assertThat(opened.map.problems()).isEmpty();
          assertThat(commits.subList(durable, commits.size())).contains(found);
          commits.clear();
          commits.add(found);
        }
      }
    }
  }

  @Test
  void wearIsLevelled() {
    MemoryFlash flash = flash(100_000);
    TreeMap<Long, Long> content = new TreeMap<>();
    try (Opened opened = new Opened(new CrashDisk(), flash, SyncMode.OP)) {
      for (int i = 0; i < 6_000; i++) {
        change(opened.map, content, i);
      }
      assertThat(opened.map.content()).isEqualTo(content);
    }
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int block = 0; block < BLOCKS; block++) {
      least = Math.min(least, flash.eraseCount(block));
      most = Math.max(most, flash.eraseCount(block));
    }
    assertThat(least).isGreaterThan(5);
    assertThat(most).isLessThanOrEqualTo(3 * least);
  }

  @Test
  void blocksThatFailAreLeftOut() {
    MemoryFlash flash = flash(100_000);
    CrashDisk disk = new CrashDisk();
    TreeMap<Long, Long> content = new TreeMap<>();
    int failures = 0;
    Opened opened = new Opened(disk, flash, SyncMode.OP);
    for (int i = 0; i < 3_000; i++) {
      if (i % 300 == 150) {
        flash.fail(random.nextInt(BLOCKS));
      }
      TreeMap<Long, Long> before = new TreeMap<>(content);
      try {
        change(opened.map, content, i);
      } catch (StoreException e) {
        failures++; // a program failed: the store ends, the next one leaves the block out
        opened.close();
        opened = new Opened(disk, flash, SyncMode.OP);
        assertThat(opened.map.content()).isEqualTo(before);
        content = before;
      }
    }
    assertThat(opened.map.content()).isEqualTo(content);
    assertThat(opened.map.problems()).isEmpty();
    opened.close();
    assertThat(failures).isLessThanOrEqualTo(10);
  }

  @Test
  void flashThatIsFullSaysSo() {
    MemoryFlash flash = flash(2);
    TreeMap<Long, Long> content = new TreeMap<>();
    TreeMap<Long, Long> before = new TreeMap<>();
    CrashDisk disk = new CrashDisk();
    Opened opened = new Opened(disk, flash, SyncMode.OP);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                before.clear();
                before.putAll(content);
                change(opened.map, content, i);
              }
            })
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("flash: no free block: of 40");
    opened.close();
    Opened again = new Opened(disk, flash, SyncMode.OP);
    assertThat(again.map.content()).isEqualTo(before);
    again.close();
  }
}
