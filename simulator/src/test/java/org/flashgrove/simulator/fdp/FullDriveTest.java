package org.flashgrove.simulator.fdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Drives with as little spare space as they accept, and drives without a candidate. */
class FullDriveTest {
  private static final int UNITS = 420;
  private static final int UNIT_PAGES = 16;
  private static final int CHECKED = 100;

  /** The three settings of a policy together have 10^6 operations, with {@code -P long} 10^8. */
  @ParameterizedTest
  @CsvSource({
    "1, INITIAL, 8, greedy",
    "3, PERSISTENT, 8, greedy",
    "8, MIXED, 8, greedy",
    "8, INITIAL, 0, costbenefit",
    "1, PERSISTENT, 0, costbenefit",
    "3, MIXED, 0, costbenefit",
    "3, INITIAL, 8, dchoices",
    "8, PERSISTENT, 8, dchoices",
    "1, MIXED, 8, dchoices",
    "8, INITIAL, 8, fifo",
    "3, PERSISTENT, 8, fifo",
    "1, MIXED, 8, fifo"
  })
  void conservesPagesAndUnitsAtNinetyFivePercent(
      int handles, Isolation isolation, int backgroundUnits, String gc) {
    int hostUnits = UNITS * 95 / 100;
    FdpDevice device =
        new FdpDevice(
            new FdpConfig(
                hostUnits,
                UNITS,
                UNIT_PAGES,
                handles,
                isolation,
                2,
                backgroundUnits,
                0.1,
                0,
                0,
                gc));
    SplittableRandom random = new SplittableRandom(Seeds.random().nextLong());
    int pages = device.config().hostPages();
    int[] writers = new int[pages];
    device.write(0, pages, 0);
    long host = pages;
    int operations = Repetitions.of(333_334, 33_333_334);
    for (int i = 0; i < operations; i++) {
      int page = random.nextInt(pages);
      int kind = random.nextInt(10_000);
      if (kind < 10) {
        device.trim(page, 1);
        writers[page] = FdpConservation.NEVER;
      } else if (kind == 10) {
        device.update(random.nextInt(handles));
      } else {
        int handle = page % 7 * handles / 7;
        device.write(page, 1, handle);
        writers[page] = handle;
        host++;
      }
      if (i % (operations / CHECKED) == 0) {
        FdpConservation.check(device, writers, host);
      }
    }
    FdpConservation.check(device, writers, host);
    assertThat(device.stats().copiedPages()).isPositive();
  }

  /**
   * A drive whose closed units are all wholly valid has no candidate, and takes writes until one
   * appears.
   */
  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aDriveWithoutACandidateTakesWrites(Isolation isolation) {
    int units = isolation == Isolation.MIXED ? 44 : 45;
    FdpConfig least = new FdpConfig(40, units, 8, 1, isolation, 2, units, 1, 0, 0, "greedy");
    FdpDevice device = new FdpDevice(least);
    Random random = Seeds.random();
    int pages = least.hostPages();
    device.write(0, pages, 0);
    assertThat(device.stats().copiedPages()).isZero();
    int[] writers = new int[pages];
    for (int i = 0; i < 20_000; i++) {
      device.write(random.nextInt(pages), 1, 0);
      FdpConservation.check(device, writers, pages + i + 1L);
    }
  }

  /** The drive is trimmed while handles are writing, and units are being collected. */
  @Test
  void trimmingEverythingLeavesNoValidPage() {
    FdpConfig config = new FdpConfig(40, 60, 8, 3, Isolation.PERSISTENT, 2, 8, 0.5, 0, 0, "greedy");
    FdpDevice device = new FdpDevice(config);
    Random random = Seeds.random();
    int[] writers = new int[config.hostPages()];
    long host = 0;
    for (int round = 0; round < 200; round++) {
      Arrays.fill(writers, FdpConservation.NEVER);
      for (int i = random.nextInt(1_000); i > 0; i--) {
        int page = random.nextInt(writers.length);
        writers[page] = random.nextInt(3);
        device.write(page, 1, writers[page]);
        host++;
      }
      FdpConservation.check(device, writers, host);
      Arrays.fill(writers, FdpConservation.NEVER);
      device.trim(0, writers.length);
      FdpConservation.check(device, writers, host);
      long copied = device.stats().copiedPages();
      device.write(0, writers.length / 2, 0);
      host += writers.length / 2;
      assertThat(device.stats().copiedPages()).isEqualTo(copied);
      device.trim(0, writers.length);
    }
  }

  /**
   * A host rewrites whole units, four together, and writes their pages in random order. As long as
   * the dead pages in units that are not wholly dead leave room, some unit is wholly dead, so the
   * drive copies nothing (NoWA).
   */
  @Test
  void copiesNothingWhileAUnitIsWhollyDead() {
    int spare = 12;
    FdpConfig config =
        new FdpConfig(100, 100 + spare, 16, 1, Isolation.MIXED, 2, 0, 0, 0, 0, "greedy");
    FdpDevice device = new FdpDevice(config);
    Random random = Seeds.random();
    device.write(0, config.hostPages(), 0);
    int undisturbed = 0;
    long copiedInAll = 0;
    for (int set = 0; set < 4_000; set++) {
      int dead = deadInLivingUnits(device);
      long before = device.stats().copiedPages();
      // one unit is open, three stay free, and the set makes up to four units partly dead
      boolean hasRoom = dead + 4 * config.pagesPerUnit() < (spare - 4) * config.pagesPerUnit();
      rewriteSet(device, random);
      long copied = device.stats().copiedPages() - before;
      if (hasRoom) {
        assertThat(copied).isZero();
        undisturbed++;
      }
      copiedInAll += copied;
      if (random.nextInt(4) == 0) {
        alignUnits(device);
      }
    }
    assertThat(undisturbed).isGreaterThan(400);
    assertThat(copiedInAll).isPositive();
  }

  /** Rewrites everything in order until the drive copies nothing, so that units have one block. */
  private static void alignUnits(FdpDevice device) {
    long copied;
    do {
      copied = device.stats().copiedPages();
      device.update(0);
      for (int page = 0; page < device.config().hostPages(); page++) {
        device.write(page, 1, 0);
      }
    } while (device.stats().copiedPages() > copied);
  }

  private static int deadInLivingUnits(FdpDevice device) {
    int dead = 0;
    for (int unit = 0; unit < device.config().physicalUnits(); unit++) {
      int valid = device.validPages(unit);
      if (device.state(unit) == FdpDevice.UnitState.CLOSED && valid > 0) {
        dead += device.config().pagesPerUnit() - valid;
      }
    }
    return dead;
  }

  private static void rewriteSet(FdpDevice device, Random random) {
    int pagesPerUnit = device.config().pagesPerUnit();
    int[] next = random.ints(0, device.config().hostUnits()).distinct().limit(4).toArray();
    int[] end = new int[next.length];
    for (int i = 0; i < next.length; i++) {
      next[i] *= pagesPerUnit;
      end[i] = next[i] + pagesPerUnit;
    }
    for (int left = next.length * pagesPerUnit; left > 0; ) {
      int i = random.nextInt(next.length);
      if (next[i] < end[i]) {
        device.write(next[i]++, 1, 0);
        left--;
      }
    }
  }
}
