package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.IntConsumer;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.simulator.fdp.FdpConfig;
import org.flashgrove.simulator.fdp.FdpDevice;
import org.flashgrove.simulator.fdp.FdpStats;
import org.flashgrove.simulator.fdp.Isolation;
import org.flashgrove.unitspace.UnitConfig;
import org.flashgrove.unitspace.UnitMedium;
import org.flashgrove.unitspace.UnitSpace;
import org.flashgrove.unitspace.UnitStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages that drives copy under units: none with sets or handles, many if one rule is left out. */
class UnitPatternTest {
  private static final int UNITS = 500;
  private static final int SPARE = 40;
  private static final int UNIT_PAGES = 64;
  private static final int LIVE = UNITS * UNIT_PAGES * 17 / 20;

  /** Units on a drive that keeps no contents. */
  private static final class CountedUnits implements UnitMedium {
    private final FdpDevice drive;
    private final int firstPage;
    private final int unitPages;

    /** True if the drive learns of resets. If false, units are overwritten without a trim. */
    private final boolean trims;

    CountedUnits(FdpDevice drive, int firstPage, int unitPages) {
      this(drive, firstPage, unitPages, true);
    }

    CountedUnits(FdpDevice drive, int firstPage, int unitPages, boolean trims) {
      this.trims = trims;
      this.drive = drive;
      this.firstPage = firstPage;
      this.unitPages = unitPages;
    }

    private int place(int unit, int page) {
      return firstPage + unit * unitPages + page;
    }

    @Override
    public int pageBytes() {
      return 1024;
    }

    @Override
    public int units() {
      return (drive.config().hostPages() - firstPage) / unitPages;
    }

    @Override
    public int unitPages() {
      return unitPages;
    }

    @Override
    public void append(int unit, int page, int handle, int[] tags, ByteBuffer from) {
      drive.write(place(unit, page), tags.length, Math.min(handle, drive.config().handles() - 1));
    }

    @Override
    public void read(int unit, int page, int count, int tag, ByteBuffer into, int at) {
      // all pages have the content of the buffer
    }

    @Override
    public int written(int unit) {
      return -1;
    }

    @Override
    public void finish(int unit, int handle) {
      drive.update(handle);
    }

    @Override
    public void reset(int unit) {
      if (trims) {
        drive.trim(place(unit, 0), unitPages);
      }
    }

    @Override
    public void flush() {
      // nothing waits
    }
  }

  private static FdpDevice plainDrive() {
    return new FdpDevice(FdpConfig.plain(UNITS, UNITS + SPARE, UNIT_PAGES));
  }

  /** Returns a drive with half the spare units. */
  private static FdpDevice tightDrive() {
    return new FdpDevice(FdpConfig.plain(UNITS, UNITS + SPARE / 2, UNIT_PAGES));
  }

  /**
   * Writes 85 % of the pages, then overwrites them; three quarters of the writes go to a fifth of
   * the pages.
   *
   * @param each takes the number of pages written so far, after every 10,000 of them
   * @return counts of the space
   */
  private static UnitStats overwrite(UnitMedium medium, UnitConfig config, IntConsumer each) {
    Random random = Seeds.random();
    UnitSpace space = UnitSpace.mount(medium, config.withSpare(0));
    ByteBuffer bytes = AlignedBuffers.allocate(medium.pageBytes());
    for (int page = 0; page < LIVE; page++) {
      space.write(page, 0, 0, bytes, 0);
    }
    int writes = Repetitions.of(4, 12) * LIVE;
    for (int write = 1; write <= writes; write++) {
      boolean isHot = random.nextInt(4) > 0;
      int page = random.nextInt(isHot ? LIVE / 5 : LIVE);
      space.write(page, isHot ? 0 : 1 % config.survivors(), 0, bytes, 0);
      if (write % 10_000 == 0) {
        each.accept(write);
      }
    }
    return space.stats();
  }

  private static double amplification(FdpDevice drive) {
    FdpStats stats = drive.stats();
    return (double) stats.writes().total() / stats.writes().ofHost();
  }

  private static void conserve(FdpDevice drive, UnitMedium medium) {
    FdpStats stats = drive.stats();
    assertThat(stats.writes().total()).isEqualTo(stats.writes().ofHost() + stats.copiedPages());
    assertThat(stats.erases() * medium.unitPages()).isLessThanOrEqualTo(stats.writes().total());
  }

  @ParameterizedTest
  @CsvSource({"2, true", "4, true", "8, true", "4, false"})
  void aPlainDriveCopiesNothingUnderBalancedSets(int open, boolean trims) {
    FdpDevice drive = plainDrive();
    CountedUnits medium = new CountedUnits(drive, 0, UNIT_PAGES, trims);
    UnitStats stats =
        overwrite(
            medium,
            UnitConfig.plain(open, SPARE),
            write -> {
              assertThat(drive.copiedPages()).as("after %d", write).isZero();
              conserve(drive, medium);
            });
    assertThat(stats.compensated()).isPositive();
    assertThat(stats.amplification()).isGreaterThan(2);
  }

  /** Units that are multiples of the drive's erase unit need no other rule. */
  @Test
  void unitsOfTwoEraseUnitsAreCopiedAsLittle() {
    FdpDevice drive = plainDrive();
    CountedUnits medium = new CountedUnits(drive, 0, 2 * UNIT_PAGES);
    overwrite(medium, UnitConfig.plain(2, SPARE / 2), write -> {});
    assertThat(drive.copiedPages()).isZero();
  }

  @Test
  void handlesAsLargeAsUnitsCopyNothing() {
    for (Isolation isolation : Isolation.values()) {
      FdpDevice drive =
          new FdpDevice(
              new FdpConfig(
                  UNITS, UNITS + SPARE, UNIT_PAGES, 4, isolation, 5, 54, 0.05, 0, 0, "greedy"));
      CountedUnits medium = new CountedUnits(drive, 0, UNIT_PAGES);
      overwrite(medium, UnitConfig.streams(4), write -> conserve(drive, medium));
      assertThat(drive.copiedPages()).as("%s", isolation).isZero();
    }
  }

  /** Without each of the rules the drive copies pages. */
  @Test
  void eachRuleIsNecessary() {
    FdpDevice unbalanced = tightDrive();
    overwrite(
        new CountedUnits(unbalanced, 0, UNIT_PAGES, false),
        UnitConfig.plain(8, SPARE / 2).withoutCompensation(),
        write -> {});
    assertThat(amplification(unbalanced)).as("without compensation").isGreaterThan(1.3);
    FdpDevice withoutSets = tightDrive();
    overwrite(new CountedUnits(withoutSets, 0, UNIT_PAGES), UnitConfig.streams(4), write -> {});
    assertThat(amplification(withoutSets)).as("without sets").isGreaterThan(1.3);
    FdpDevice misaligned = tightDrive();
    misaligned.write(0, UNIT_PAGES / 3, 0);
    overwrite(
        new CountedUnits(misaligned, UNIT_PAGES / 3, UNIT_PAGES, false),
        UnitConfig.plain(4, SPARE / 2),
        write -> {});
    assertThat(amplification(misaligned)).as("off by a third").isGreaterThan(1.3);
  }
}
