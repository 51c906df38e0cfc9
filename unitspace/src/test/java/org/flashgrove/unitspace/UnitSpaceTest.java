package org.flashgrove.unitspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageUnits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of a space come back, also after power cuts, and units are written once and in order. */
class UnitSpaceTest {
  private static final int PAGE_BYTES = 512;

  /** Devices with the settings of a space on them. */
  private enum Setup {
    PLAIN(UnitConfig.plain(3, 12), false),
    UNCOMPENSATED(UnitConfig.plain(3, 12).withoutCompensation(), false),
    HANDLES(UnitConfig.streams(4), false),
    ZONES(UnitConfig.streams(3), true);

    private final UnitConfig config;
    private final boolean hasPointers;

    Setup(UnitConfig config, boolean hasPointers) {
      this.config = config;
      this.hasPointers = hasPointers;
    }

    MemoryUnits medium(int units, int unitPages) {
      int mostOpen = hasPointers ? config.open() : units;
      return new MemoryUnits(units, unitPages, PAGE_BYTES, hasPointers, mostOpen);
    }
  }

  /** The units of flushed pages have as many valid pages as they hold pages with content. */
  @ParameterizedTest
  @EnumSource(Setup.class)
  void everyUnitReportsItsValidPages(Setup setup) {
    Run run = new Run(setup, 40, 16);
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

  /** A space and the contents that its pages may have. */
  private static final class Run {
    private final Random random = Seeds.random();
    private final MemoryUnits medium;
    private final UnitConfig config;
    private UnitSpace space;
    private final long[] current;
    private final long[] flushed;

    /** Class of the last write of each page, or -1 if the page was trimmed later. */
    private final int[] classes;

    private final Set<Long>[] since;
    private final ByteBuffer bytes = AlignedBuffers.allocate(8 * PAGE_BYTES);
    private long next = 1;

    /** Number of pages with content. */
    private int live;

    @SuppressWarnings("unchecked")
    Run(Setup setup, int units, int unitPages) {
      medium = setup.medium(units, unitPages);
      config = setup.config;
      space = UnitSpace.mount(medium, config);
      int pages = Math.min(space.pageCount(), space.capacity() + 20);
      current = new long[pages];
      flushed = new long[pages];
      classes = new int[pages];
      since = new Set[pages];
      for (int page = 0; page < since.length; page++) {
        since[page] = new HashSet<>();
      }
    }

    /** Returns the number of bytes that a value fills; the rest of its page has zeros. */
    private static int filled(long value) {
      return value == 0 ? PAGE_BYTES : PAGE_BYTES - (int) (value % 5) * (PAGE_BYTES / 5 & -8);
    }

    void write(int page) {
      long value = next++;
      for (int at = 0; at < PAGE_BYTES; at += Long.BYTES) {
        bytes.putLong(PAGE_BYTES + at, at < filled(value) ? value : 0);
      }
      if (current[page] == 0 && live == space.capacity()) {
        assertThat(space.room()).isZero();
        assertThatThrownBy(() -> space.write(page, 0, 0, bytes, PAGE_BYTES))
            .isInstanceOf(StoreIoException.class)
            .hasMessageContaining("device is full");
        return;
      }
      since[page].add(value);
      live += current[page] == 0 ? 1 : 0;
      classes[page] = random.nextInt(config.survivors());
      space.write(page, classes[page], page % 100, bytes, PAGE_BYTES);
      current[page] = value;
    }

    void trim(int first, int count) {
      for (int page = first; page < first + count; page++) {
        since[page].add(0L);
        classes[page] = -1;
      }
      space.trim(first, count);
      for (int page = first; page < first + count; page++) {
        live -= current[page] == 0 ? 0 : 1;
        current[page] = 0;
      }
    }

    void flush() {
      space.flush();
      System.arraycopy(current, 0, flushed, 0, current.length);
      for (Set<Long> values : since) {
        values.clear();
      }
    }

    /** Makes the pages of one class durable. */
    void flush(int deathClass) {
      space.flush(deathClass);
      for (int page = 0; page < current.length; page++) {
        if (classes[page] == deathClass) {
          flushed[page] = current[page];
          since[page].clear();
        }
      }
    }

    private long value(int at) {
      long value = bytes.getLong(at);
      for (int i = 0; i < PAGE_BYTES; i += Long.BYTES) {
        assertThat(bytes.getLong(at + i)).isEqualTo(i < filled(value) ? value : 0);
      }
      return value;
    }

    void verify(int first, int count) {
      space.read(first, count, 0, bytes, 0);
      for (int i = 0; i < count; i++) {
        assertThat(value(i * PAGE_BYTES)).as("page %d", first + i).isEqualTo(current[first + i]);
      }
    }

    void step() {
      int count = 1 + random.nextInt(7);
      int first = random.nextInt(current.length - count + 1);
      first = random.nextInt(3) > 0 ? Math.min(first / 5, current.length - count) : first;
      int choice = random.nextInt(100);
      if (choice < 70) {
        for (int i = 0; i < count; i++) {
          write(first + i);
        }
      } else if (choice < 78) {
        trim(first, count);
      } else if (choice < 95) {
        verify(first, count);
      } else if (choice < 98) {
        flush(random.nextInt(config.survivors()));
      } else {
        flush();
      }
    }

    /** Mounts the space after a power cut, and possibly another cut. */
    void restart() {
      while (true) {
        medium.restart(random);
        if (random.nextInt(3) == 0) {
          medium.cutAfter(random.nextInt(3));
        }
        try {
          space = UnitSpace.mount(medium, config);
          break;
        } catch (MemoryUnits.Cut e) {
          // once more
        }
      }
      for (int page = 0; page < current.length; page++) {
        space.read(page, 1, 0, bytes, 0);
        long value = value(0);
        if (value != flushed[page]) {
          assertThat(since[page]).as("page %d, flushed %d", page, flushed[page]).contains(value);
        }
        current[page] = value;
        classes[page] = -1;
      }
      live = (int) Arrays.stream(current).filter(value -> value != 0).count();
      assertThat(live).isLessThanOrEqualTo(space.capacity());
    }

    void conserve() {
      UnitStats stats = space.stats();
      assertThat(stats.livePages()).isEqualTo(live);
      assertThat(live).isEqualTo((int) Arrays.stream(current).filter(value -> value != 0).count());
      assertThat(stats.freeUnits()).isBetween(1, stats.units());
    }
  }

  @ParameterizedTest
  @EnumSource(Setup.class)
  void pagesComeBackWhileUnitsAreCollected(Setup setup) {
    Run run = new Run(setup, 60, 16);
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

  @ParameterizedTest
  @EnumSource(Setup.class)
  void flushedPagesSurvivePowerCuts(Setup setup) {
    cut(setup, 600);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(Setup.class)
  void flushedPagesSurviveManyPowerCuts(Setup setup) {
    cut(setup, 20_000);
  }

  private static void cut(Setup setup, int cuts) {
    Run run = new Run(setup, 40, 8);
    for (int done = 0; done < cuts; done++) {
      run.medium.cutAfter(run.random.nextInt(400));
      try {
        while (true) {
          run.step();
        }
      } catch (MemoryUnits.Cut e) {
        run.restart();
      }
    }
    assertThat(run.next).isGreaterThan(10L * cuts);
  }

  /** A full space still takes changes of pages with content, one page at a time. */
  @ParameterizedTest
  @EnumSource(Setup.class)
  void aFullSpaceTakesChanges(Setup setup) {
    Run run = new Run(setup, 60, 16);
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
  @EnumSource(Setup.class)
  void fullSpacesTakeChangesForLong(Setup setup) {
    for (int unitPages : new int[] {8, 16, 40}) {
      changeAll(new Run(setup, 60, unitPages), 10, 1);
      changeAll(new Run(setup, 60, unitPages), 1, 6);
    }
  }

  /**
   * Fills a space, and then changes pages with content.
   *
   * @param hotPart half of the changes are to this part of the pages; with 1, all pages are alike
   * @param perFlush number of changes before each flush
   */
  private static void changeAll(Run run, int hotPart, int perFlush) {
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
    MemoryUnits medium = Setup.HANDLES.medium(40, 16);
    UnitSpace space = UnitSpace.mount(medium, Setup.HANDLES.config);
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
    space = UnitSpace.mount(medium, Setup.HANDLES.config);
    ByteBuffer read = AlignedBuffers.allocate(5 * PAGE_BYTES);
    space.read(0, 5, 0, read, 0);
    for (int page = 0; page < 5; page++) {
      assertThat(read.slice(page * PAGE_BYTES, PAGE_BYTES)).isEqualTo(bytes);
    }
  }

  /** A batch that grows too large for the rest of a unit goes on in the next unit, not before. */
  @Test
  void summariesAreAsRareAsUnits() {
    MemoryUnits medium = Setup.HANDLES.medium(60, 16);
    UnitSpace space = UnitSpace.mount(medium, Setup.HANDLES.config);
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
    assertThatThrownBy(() -> UnitSpace.mount(Setup.HANDLES.medium(14, 16), config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 14 units");
    UnitConfig sets = UnitConfig.plain(4, 6);
    assertThatThrownBy(() -> UnitSpace.mount(Setup.PLAIN.medium(100, 16), sets))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use at least 7");
  }
}
