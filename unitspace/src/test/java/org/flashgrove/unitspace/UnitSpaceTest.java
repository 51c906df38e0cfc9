package org.flashgrove.unitspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageUnits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of a space come back, also after power cuts, and units are written once and in order. */
class UnitSpaceTest {
  private static final int PAGE_BYTES = SpaceRun.PAGE_BYTES;

  /** The units of flushed pages have as many valid pages as they hold pages with content. */
  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void everyUnitReportsItsValidPages(UnitSetup setup) {
    SpaceRun run = new SpaceRun(setup, 40, 16);
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 60; i++) {
        run.write(run.random.nextInt(run.current.length));
      }
      run.trim(run.random.nextInt(run.current.length - 3), 3);
      run.space.flush();
      PageUnits units = run.space.pageUnits();
      int[] pages = new int[units.count()];
      for (int page = 0; page < run.current.length; page++) {
        int unit = units.unitOf(page);
        if (unit != PageUnits.NO_UNIT) {
          assertThat(run.current[page]).isNotZero();
          pages[unit]++;
        }
      }
      for (int unit = 0; unit < units.count(); unit++) {
        if (pages[unit] > 0) {
          assertThat(units.validBytes(unit)).isEqualTo((long) pages[unit] * PAGE_BYTES);
        }
      }
      assertThat(Arrays.stream(pages).sum()).isGreaterThan(round > 5 ? run.live / 2 : -1);
      assertThat(units.unitBytes()).isEqualTo(16 * PAGE_BYTES);
    }
  }

  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void pagesComeBackWhileUnitsAreCollected(UnitSetup setup) {
    SpaceRun run = new SpaceRun(setup, 60, 16);
    for (int page = 0; page < run.current.length; page++) {
      run.write(page);
    }
    for (int step = 0; step < 20_000; step++) {
      run.step();
    }
    run.flush();
    run.conserve();
    UnitStats stats = run.space.stats();
    assertThat(stats.writtenPages()).isEqualTo(run.medium.appended());
    assertThat(stats.movedPages()).isEqualTo(run.medium.moved()).isPositive();
    assertThat(stats.resets()).isGreaterThan(300);
    run.space = UnitSpace.mount(run.medium, setup.config);
    for (int page = 0; page < run.current.length; page++) {
      run.verify(page, 1);
    }
    run.conserve();
    assertThat(run.space.stats().livePages()).isEqualTo(stats.livePages());
  }

  /**
   * A device has room for the records of its emptied pages, also if no two of these pages are
   * neighbours or were emptied at the same time, and if the device has no spare share.
   */
  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void aDeviceHasRoomForTheRecordsOfEmptiedPages(UnitSetup setup) {
    for (double spareShare : new double[] {0, UnitConfig.USUAL_SPARE}) {
      SpaceRun run = new SpaceRun(setup, setup.config.withSpare(spareShare), 400, 8);
      for (int round = 0; round < Repetitions.of(3, 100); round++) {
        fill(run);
        int stride = 1 + run.random.nextInt(3);
        int flushes = 1 + run.random.nextInt(50);
        for (int page = run.random.nextInt(2); page < run.current.length; page += stride) {
          run.trim(page, 1);
          if (run.random.nextInt(flushes) == 0 && flushes < 40) {
            run.flush();
          }
        }
        run.flush();
        int[] records = recordsOf(run.space);
        run.mountAgain();
        if (run.space.stats().resets() == 0) {
          assertThat(recordsOf(run.space)).isEqualTo(records);
        }
        run.verifyAll();
        for (int step = 0; step < 1_000; step++) {
          run.step();
        }
        run.recount();
      }
    }
  }

  /** A trim writes waiting records before they need more units than are free. */
  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void trimsBetweenTwoFlushesMayNeedManyRecords(UnitSetup setup) {
    MemoryUnits medium = setup.medium(400, 8);
    UnitSpace space = UnitSpace.mount(medium, setup.config.withSpare(0));
    ByteBuffer bytes = AlignedBuffers.allocate(PAGE_BYTES);
    Random random = Seeds.random();
    for (int i = 0; i < 4 * space.capacity(); i++) {
      bytes.putLong(0, i).putLong(PAGE_BYTES - Long.BYTES, 1); // no summary has room for the page
      space.write(i < space.capacity() ? i : random.nextInt(space.capacity()), 0, 0, bytes, 0);
    }
    space.flush();
    for (int page = 0; page < space.capacity(); page += 2) {
      space.trim(page, 1);
    }
    space.flush(0);
    UnitSpace again = UnitSpace.mount(medium, setup.config.withSpare(0));
    assertThat(again.stats().livePages()).isEqualTo(space.capacity() / 2);
  }

  /** Writes all pages in random order until the space is full. */
  private static void fill(SpaceRun run) {
    for (int i = 0; i < 2 * run.current.length; i++) {
      run.write(run.random.nextInt(run.current.length));
    }
    for (int page = 0; page < run.current.length; page++) {
      run.write(page);
    }
    assertThat(run.live).isEqualTo(run.space.capacity());
  }

  private static int[] recordsOf(UnitSpace space) {
    Units units = ((PlacedPages) space.pageUnits()).units();
    return IntStream.range(0, units.count()).map(units::records).toArray();
  }

  /** A full space still takes changes of pages with content, one page at a time. */
  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void aFullSpaceTakesChanges(UnitSetup setup) {
    SpaceRun run = new SpaceRun(setup, 60, 16);
    changeAll(run, 1, 1);
    run.trim(0, 3);
    assertThat(run.space.room()).isZero(); // a power loss can restore the three pages
    run.flush();
    assertThat(run.space.room()).isEqualTo(3);
    run.conserve();
    int pages = run.space.pageCount();
    assertThatThrownBy(() -> run.space.write(pages, 0, 0, run.bytes, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** Units of few pages and of several batches also have room for collection when all is full. */
  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void fullSpacesTakeChangesForLong(UnitSetup setup) {
    for (int unitPages : new int[] {8, 16, 40}) {
      changeAll(new SpaceRun(setup, 60, unitPages), 10, 1);
      changeAll(new SpaceRun(setup, 60, unitPages), 1, 6);
    }
  }

  /**
   * A space with more open units needs more free units than a full space with few open units has.
   */
  @ParameterizedTest
  @EnumSource(UnitPattern.class)
  void aSpaceThatCannotFreeUnitsIsRefused(UnitPattern pattern) {
    MemoryUnits medium = UnitSetup.HANDLES.medium(60, 8);
    UnitSpace space = UnitSpace.mount(medium, config(pattern, 2));
    ByteBuffer bytes = AlignedBuffers.allocate(PAGE_BYTES);
    for (int page = 0; page < space.capacity(); page++) {
      bytes.putLong(PAGE_BYTES - Long.BYTES, page + 1);
      space.write(page, 0, 0, bytes, 0);
    }
    space.flush();
    assertThatThrownBy(() -> UnitSpace.mount(medium, config(pattern, 16)))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("is full");
    space = UnitSpace.mount(medium, config(pattern, 2));
    for (int page = 0; page < space.capacity(); page++) {
      space.read(page, 1, 0, bytes, 0);
      assertThat(bytes.getLong(PAGE_BYTES - Long.BYTES)).isEqualTo(page + 1);
    }
    space.write(0, 0, 0, bytes, 0);
    space.flush();
  }

  private static UnitConfig config(UnitPattern pattern, int open) {
    return new UnitConfig(pattern, open, 0, 40, false);
  }

  /**
   * Fills a space, and then changes pages with content.
   *
   * @param hotPart half of the changes are to this part of the pages; with 1, all pages are alike
   * @param perFlush number of changes before each flush
   */
  private static void changeAll(SpaceRun run, int hotPart, int perFlush) {
    for (int page = 0; page < run.current.length; page++) {
      run.write(page);
    }
    assertThat(run.live).isEqualTo(run.space.capacity());
    for (int change = 0; change < 4 * run.current.length; change++) {
      int part = run.random.nextBoolean() ? hotPart : 1;
      run.write(run.random.nextInt(run.current.length / part));
      if (change % perFlush == 0) {
        run.flush();
      }
    }
  }

  /** A page that ends with zeros needs no page in addition to the summary of its batch. */
  @ParameterizedTest
  @CsvSource({"16, 1", "360, 1", "440, 2", "512, 2"})
  void aShortPageIsStoredInTheSummary(int usedBytes, int written) {
    MemoryUnits medium = UnitSetup.HANDLES.medium(40, 16);
    UnitSpace space = UnitSpace.mount(medium, UnitSetup.HANDLES.config);
    ByteBuffer bytes = AlignedBuffers.allocate(PAGE_BYTES);
    for (int at = 0; at < usedBytes; at++) {
      bytes.put(at, (byte) (1 + at % 100));
    }
    for (int page = 0; page < 5; page++) {
      space.write(page, 0, 7, bytes, 0);
      space.flush();
    }
    assertThat(medium.appended()).isEqualTo(5L * written);
    assertThat(space.stats().userPages()).isEqualTo(5);
    assertThat(space.stats().summaryPages()).isEqualTo(5 * (written - 1));
    space = UnitSpace.mount(medium, UnitSetup.HANDLES.config);
    ByteBuffer read = AlignedBuffers.allocate(5 * PAGE_BYTES);
    space.read(0, 5, 0, read, 0);
    for (int page = 0; page < 5; page++) {
      assertThat(read.slice(page * PAGE_BYTES, PAGE_BYTES)).isEqualTo(bytes);
    }
  }

  /** A batch that grows too large for the rest of a unit goes on in the next unit, not before. */
  @Test
  void summariesAreAsRareAsUnits() {
    MemoryUnits medium = UnitSetup.HANDLES.medium(60, 16);
    UnitSpace space = UnitSpace.mount(medium, UnitSetup.HANDLES.config);
    ByteBuffer bytes = AlignedBuffers.allocate(PAGE_BYTES);
    for (int at = 0; at < PAGE_BYTES; at++) {
      bytes.put(at, (byte) 1);
    }
    for (int page = 0; page < 20 * 15; page++) {
      space.write(page, page % 3, 7, bytes, 0);
    }
    space.flush();
    assertThat(space.stats().summaryPages()).isBetween(20L, 23L);
    assertThat(space.stats().paddingPages()).isZero();
  }

  @Test
  void smallDevicesAreRefused() {
    UnitConfig config = UnitConfig.streams(4);
    assertThatThrownBy(() -> UnitSpace.mount(UnitSetup.HANDLES.medium(14, 16), config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 14 units");
    UnitConfig sets = UnitConfig.plain(4, 6);
    assertThatThrownBy(() -> UnitSpace.mount(UnitSetup.PLAIN.medium(100, 16), sets))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use at least 7");
  }
}
