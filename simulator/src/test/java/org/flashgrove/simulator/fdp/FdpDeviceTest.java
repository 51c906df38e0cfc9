package org.flashgrove.simulator.fdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.simulator.device.WriteModels;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FdpDeviceTest {
  private static final int NEVER = -1;

  private static FdpConfig small(int handles, Isolation isolation, String gc) {
    return new FdpConfig(40, 70, 8, handles, isolation, 2, 6, 0.25, 0, 0, gc);
  }

  /** Writes, trims and updates at random; checks the whole state against a plain array. */
  @ParameterizedTest
  @CsvSource({
    "1, INITIAL, greedy",
    "3, INITIAL, greedy",
    "8, INITIAL, costbenefit",
    "8, INITIAL, fifo",
    "1, PERSISTENT, greedy",
    "3, PERSISTENT, costbenefit",
    "8, PERSISTENT, greedy",
    "8, PERSISTENT, dchoices",
    "1, MIXED, greedy",
    "3, MIXED, fifo"
  })
  void keepsEveryPageAndEveryCount(int handles, Isolation isolation, String gc) {
    Random random = Seeds.random();
    FdpDevice device = new FdpDevice(small(handles, isolation, gc));
    int pages = device.config().hostPages();
    int[] writers = new int[pages];
    Arrays.fill(writers, FdpConservation.NEVER);
    long host = 0;
    int operations = Repetitions.of(40_000, 1_000_000);
    for (int i = 0; i < operations; i++) {
      int count = random.nextInt(10) == 0 ? 1 + random.nextInt(12) : 1;
      int page = random.nextInt(pages - count + 1);
      int kind = random.nextInt(1_000);
      if (kind < 20) {
        device.trim(page, count);
        Arrays.fill(writers, page, page + count, FdpConservation.NEVER);
      } else if (kind < 25) {
        device.update(random.nextInt(handles));
      } else {
        int handle = random.nextInt(handles);
        device.write(page, count, handle);
        Arrays.fill(writers, page, page + count, handle);
        host += count;
      }
      if (i % 1_000 == 0) {
        FdpConservation.check(device, writers, host);
      }
    }
    FdpConservation.check(device, writers, host);
  }

  /** The unit that is collected has the fewest valid pages of all closed ones, by a full scan. */
  @ParameterizedTest
  @EnumSource(Isolation.class)
  void greedyCollectsTheUnitWithTheFewestValidPages(Isolation isolation) {
    Random random = Seeds.random();
    FdpConfig config = new FdpConfig(40, 60, 8, 3, isolation, 2, 0, 0, 0, 0, "greedy");
    FdpDevice device = new FdpDevice(config);
    int collections = 0;
    int operations = Repetitions.of(20_000, 1_000_000);
    for (int i = 0; i < operations; i++) {
      FdpStats before = device.stats();
      int fewest = Integer.MAX_VALUE;
      for (int unit = 0; unit < config.physicalUnits(); unit++) {
        if (device.state(unit) == FdpDevice.UnitState.CLOSED) {
          fewest = Math.min(fewest, device.validPages(unit));
        }
      }
      device.write(random.nextInt(config.hostPages()), 1, random.nextInt(3));
      FdpStats after = device.stats();
      long copied = after.copiedPages() - before.copiedPages();
      if (after.erases() == before.erases() + 1) {
        assertThat(copied).isEqualTo(fewest);
        collections++;
      } else if (after.erases() > before.erases()) {
        assertThat(copied).isGreaterThanOrEqualTo(fewest);
      }
    }
    assertThat(collections).isGreaterThan(100);
  }

  /** Each copy is counted for the part of the page that moved to another unit. */
  @ParameterizedTest
  @EnumSource(Isolation.class)
  void copiedPagesKeepTheirPart(Isolation isolation) {
    Random random = Seeds.random();
    FdpDevice device = new FdpDevice(small(3, isolation, "greedy"));
    Origin[] parts = {Origin.LEAF, Origin.LOG, Origin.MAP};
    int pages = device.config().hostPages();
    int[] units = new int[pages];
    Arrays.fill(units, NEVER);
    long[] moved = new long[parts.length];
    for (int i = 0; i < 20_000; i++) {
      int page = random.nextInt(pages);
      device.write(page, 1, random.nextInt(3), parts[page % parts.length], Cause.MERGE);
      for (int each = 0; each < pages; each++) {
        boolean isCopy = each != page && device.unitOf(each) != units[each];
        moved[each % parts.length] += isCopy ? 1 : 0;
        units[each] = device.unitOf(each);
      }
    }
    FdpStats stats = device.stats();
    long copies = 0;
    for (int i = 0; i < parts.length; i++) {
      // a page may be copied before it is overwritten, or twice, within one request
      long counted = stats.writes().of(parts[i], Cause.GC);
      assertThat(counted).isBetween(moved[i], moved[i] + moved[i] / 50 + 1);
      copies += counted;
    }
    assertThat(copies).isEqualTo(stats.copiedPages()).isPositive();
    assertThat(stats.writes().total()).isEqualTo(stats.mediaPages());
    assertThat(stats.writes().ofCause(Cause.MERGE)).isEqualTo(stats.hostPages());
  }

  private static double measured(FdpConfig config) {
    Random random = Seeds.random();
    FdpDevice device = new FdpDevice(config);
    int pages = config.hostPages();
    device.write(0, pages, 0);
    for (int i = 0; i < 4 * pages; i++) {
      device.write(random.nextInt(pages), 1, 0);
    }
    FdpStats before = device.stats();
    for (int i = 0; i < 3 * pages; i++) {
      device.write(random.nextInt(pages), 1, 0);
    }
    FdpStats after = device.stats();
    return (double) (after.mediaPages() - before.mediaPages())
        / (after.hostPages() - before.hostPages());
  }

  /** Units that are kept free hold no data, and the open one is half full on average. */
  private static double alpha(FdpConfig config) {
    return (config.physicalUnits() - config.foregroundUnits() - 0.5) / config.hostUnits();
  }

  @ParameterizedTest
  @CsvSource({"2140", "2280", "2560"})
  void writeAmplificationIsAsTheModelsSay(int units) {
    FdpConfig config = FdpConfig.plain(2_000, units, 64);
    double greedy = measured(config);
    double fifo = measured(config.withGc("fifo"));
    assertThat(greedy / WriteModels.greedy(1 / alpha(config), 64)).isCloseTo(1, within(0.015));
    assertThat(fifo / WriteModels.fifo(alpha(config))).isCloseTo(1, within(0.015));
  }

  /**
   * Uniform updates in place of the pages of 450 units, on a drive of 540 units that shows 500. The
   * other 50 units are either never written, or written once. The factors are of an independent
   * model.
   */
  @ParameterizedTest
  @CsvSource({"false, 3.14", "true, 6.16"})
  void updatesInPlaceCostWhatTheSpareSpaceAllows(boolean isFull, double expected) {
    Random random = Seeds.random();
    FdpConfig config = FdpConfig.plain(500, 540, 64);
    FdpDevice device = new FdpDevice(config);
    int pages = 450 * 64;
    device.write(0, isFull ? config.hostPages() : pages, 0);
    update(device, pages, 3 * config.hostPages(), random);
    FdpStats before = device.stats();
    update(device, pages, 6 * config.hostPages(), random);
    FdpStats after = device.stats();
    double factor =
        (double) (after.mediaPages() - before.mediaPages())
            / (after.hostPages() - before.hostPages());
    assertThat(factor / expected).isCloseTo(1, within(0.02));
  }

  private static void update(FdpDevice device, int pages, long end, Random random) {
    for (long i = device.stats().hostPages(); i < end; i++) {
      device.write(random.nextInt(pages), 1, 0);
    }
  }

  @Test
  void overwritingInACircleOrByWholeUnitsCopiesNothing() {
    FdpDevice circle = new FdpDevice(FdpConfig.plain(30, 36, 16));
    for (int round = 0; round < 10; round++) {
      for (int page = 0; page < 30 * 16; page++) {
        circle.write(page, 1, 0);
      }
    }
    assertThat(circle.stats().writeAmplification()).isEqualTo(1);
    Random random = Seeds.random();
    FdpDevice units = new FdpDevice(FdpConfig.plain(30, 36, 16));
    for (int i = 0; i < 1_000; i++) {
      units.write(16 * random.nextInt(30), 16, 0);
    }
    assertThat(units.stats().writeAmplification()).isEqualTo(1);
  }

  @Test
  void withOneHandleBothKindsOfIsolationAreTheSame() {
    Random random = Seeds.random();
    FdpDevice initial = new FdpDevice(small(1, Isolation.INITIAL, "greedy"));
    FdpDevice persistent = new FdpDevice(small(1, Isolation.PERSISTENT, "greedy"));
    for (int i = 0; i < 20_000; i++) {
      int page = random.nextInt(initial.config().hostPages());
      initial.write(page, 1, 0);
      persistent.write(page, 1, 0);
    }
    assertThat(initial.stats().copiedPages())
        .isEqualTo(persistent.stats().copiedPages())
        .isPositive();
    assertThat(initial.stats().erases()).isEqualTo(persistent.stats().erases());
  }

  @Test
  void updatesAndWrongHandlesAreEvents() {
    FdpDevice device = new FdpDevice(small(2, Isolation.PERSISTENT, "greedy"));
    assertThat(device.remaining(1)).isEqualTo(8);
    device.update(1);
    device.write(0, 3, 1);
    assertThat(device.remaining(1)).isEqualTo(5);
    int free = device.freeUnits();
    device.update(1);
    assertThat(device.remaining(1)).isEqualTo(8);
    assertThat(device.freeUnits()).isEqualTo(free - 1);
    device.write(0, 1, 7);
    assertThat(device.remaining(0)).isEqualTo(7);
    assertThat(device.stats().events())
        .containsEntry(FdpEvent.NOT_FULLY_WRITTEN, 1L)
        .containsEntry(FdpEvent.INVALID_IDENTIFIER, 1L)
        .hasSize(2);
  }

  @Test
  void aFullDriveTakesWritesAfterEverythingIsTrimmed() {
    FdpDevice device = new FdpDevice(small(8, Isolation.PERSISTENT, "greedy"));
    int pages = device.config().hostPages();
    for (int handle = 0; handle < 8; handle++) {
      device.write(0, pages, handle);
    }
    device.trim(0, pages);
    device.write(0, pages, 3);
    assertThat(device.stats().copiedPages()).isZero();
  }

  @Test
  void refusesWhatADriveCannotBe() {
    assertThatThrownBy(
            () -> new FdpConfig(40, 50, 8, 8, Isolation.PERSISTENT, 2, 0, 0, 0, 0, "greedy"))
        .hasMessage(
            "10 spare units are too few: up to 16 are open and 3 stay free; use at least 59"
                + " physical units, or fewer handles");
    FdpDevice device = new FdpDevice(small(2, Isolation.INITIAL, "greedy"));
    assertThatThrownBy(() -> device.write(319, 2, 0))
        .hasMessage("2 pages from 319 (allowed: pages 0 to 319)");
    assertThatThrownBy(() -> device.update(2)).hasMessage("handle 2 (allowed: 0 to 1)");
  }
}
