package org.flashgrove.unitspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;

/** A space and the contents that its pages may have. */
final class SpaceRun {
  static final int PAGE_BYTES = 512;
  private static final int TRIMMED = -1;
  private static final int UNKNOWN = -2;
  private static final ByteBuffer ZEROS = AlignedBuffers.allocate(PAGE_BYTES);

  final Random random = Seeds.random();
  final MemoryUnits medium;

  /** Device of the space, which passes calls to {@link #medium} or fails. */
  final FailingUnits device;

  private final UnitConfig config;
  UnitSpace space;
  final long[] current;
  private final long[] flushed;

  /** Class of the last write of each page, {@link #TRIMMED}, or {@link #UNKNOWN} after a mount. */
  private final int[] classes;

  private final Set<Long>[] since;
  final ByteBuffer bytes = AlignedBuffers.allocate(8 * PAGE_BYTES);
  long next = 1;

  /** Number of pages with content. */
  int live;

  SpaceRun(UnitSetup setup, int units, int unitPages) {
    this(setup, setup.config, units, unitPages);
  }

  @SuppressWarnings("unchecked")
  SpaceRun(UnitSetup setup, UnitConfig config, int units, int unitPages) {
    medium = setup.medium(units, unitPages);
    device = new FailingUnits(medium, random);
    this.config = config;
    space = UnitSpace.mount(device, config);
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
    int deathClass = random.nextInt(config.survivors());
    space.write(page, deathClass, page % 100, bytes, PAGE_BYTES);
    live += current[page] == 0 ? 1 : 0;
    classes[page] = deathClass;
    current[page] = value;
  }

  void trim(int first, int count) {
    for (int page = first; page < first + count; page++) {
      since[page].add(0L);
    }
    space.trim(first, count);
    for (int page = first; page < first + count; page++) {
      classes[page] = TRIMMED;
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

  /** Makes the pages of one class and the trims durable. */
  void flush(int deathClass) {
    space.flush(deathClass);
    for (int page = 0; page < current.length; page++) {
      if (classes[page] == deathClass || classes[page] == TRIMMED) {
        flushed[page] = current[page];
        since[page].clear();
      }
    }
  }

  /** Returns the value of a page, and requires that the value and then zeros fill the page. */
  private long value(int at) {
    long value = bytes.getLong(at);
    int filled = filled(value);
    int next = at + Long.BYTES;
    int same =
        bytes.slice(at, filled - Long.BYTES).mismatch(bytes.slice(next, filled - Long.BYTES));
    int empty =
        bytes.slice(at + filled, PAGE_BYTES - filled).mismatch(ZEROS.slice(0, PAGE_BYTES - filled));
    if (same >= 0 || empty >= 0) {
      fail("page with %d, first difference at byte %d or %d", value, same, empty);
    }
    return value;
  }

  void verify(int first, int count) {
    space.read(first, count, 0, bytes, 0);
    for (int i = 0; i < count; i++) {
      assertThat(value(i * PAGE_BYTES)).as("page %d", first + i).isEqualTo(current[first + i]);
    }
  }

  /** Reads all pages, a few at a time. */
  void verifyAll() {
    for (int first = 0; first < current.length; first += 8) {
      verify(first, Math.min(8, current.length - first));
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

  /**
   * Mounts the space after a power cut, and possibly another cut.
   *
   * @param states receives the hash of each state that is mounted
   */
  void restart(LongConsumer states) {
    medium.restart(random);
    space = mounted(medium, states);
    takeContents();
  }

  /** Mounts the space without a power cut. */
  void mountAgain() {
    space = UnitSpace.mount(device, config);
    takeContents();
  }

  /** Takes the contents of pages that a mount has found as the current contents. */
  private void takeContents() {
    for (int page = 0; page < current.length; page++) {
      current[page] = valueIn(space, page);
      classes[page] = UNKNOWN;
    }
    live = (int) Arrays.stream(current).filter(value -> value != 0).count();
    assertThat(live).isLessThanOrEqualTo(space.capacity());
  }

  /** Requires that a device that lost power holds the flushed pages. */
  void requireFlushedPages(MemoryUnits state, LongConsumer states) {
    UnitSpace found = mounted(state, states);
    for (int page = 0; page < current.length; page++) {
      valueIn(found, page);
    }
  }

  private UnitSpace mounted(MemoryUnits state, LongConsumer states) {
    while (true) {
      states.accept(state.hash());
      if (random.nextInt(3) == 0) {
        state.cutAfter(random.nextInt(3));
      }
      try {
        return UnitSpace.mount(state, config);
      } catch (MemoryUnits.Cut e) {
        state.restart(random);
      }
    }
  }

  /** Returns the value of a page after a power loss: the flushed one, or one written later. */
  private long valueIn(UnitSpace found, int page) {
    found.read(page, 1, 0, bytes, 0);
    long value = value(0);
    if (value != flushed[page]) {
      assertThat(since[page]).as("page %d, flushed %d", page, flushed[page]).contains(value);
    }
    return value;
  }

  /** Compares all counts of the space with the pages that they count. */
  void recount() {
    PlacedPages placed = (PlacedPages) space.pageUnits();
    Units units = placed.units();
    PageTable table = placed.table();
    WaitingPages waiting = placed.waiting();
    int[] valid = new int[units.count()];
    int withContent = 0;
    for (int page = 0; page < table.pageCount(); page++) {
      int place = table.place(page);
      if (place != PageTable.NONE) {
        valid[place / units.pagesPerUnit()]++;
        assertThat(table.residentOf(place)).isEqualTo(page);
      }
      if (waiting.isWritten(page)) {
        assertThat(waiting.batch(waiting.classOf(page)).page(waiting.slotOf(page))).isEqualTo(page);
      }
      boolean isInUnit = place != PageTable.NONE && !waiting.isEmptied(page);
      withContent += waiting.isWritten(page) || isInUnit ? 1 : 0;
    }
    int emptiedRanges = 0;
    for (int page = 0; page < table.pageCount(); page++) {
      boolean isAfterEmptied = page > 0 && waiting.isEmptied(page - 1);
      emptiedRanges += waiting.isEmptied(page) && !isAfterEmptied ? 1 : 0;
    }
    assertThat(waiting.emptiedRanges()).isEqualTo(emptiedRanges);
    int free = 0;
    for (int unit = 0; unit < units.count(); unit++) {
      assertThat(units.valid(unit)).as("valid pages of unit %d", unit).isEqualTo(valid[unit]);
      free += units.state(unit) == Units.State.FREE ? 1 : 0;
    }
    assertThat(table.livePages()).isEqualTo(Arrays.stream(valid).sum());
    assertThat(units.freeCount()).isEqualTo(free);
    assertThat(withContent).isEqualTo(live);
    assertThat(space.room()).isLessThanOrEqualTo(space.capacity() - live);
  }

  void conserve() {
    UnitStats stats = space.stats();
    assertThat(stats.livePages()).isEqualTo(live);
    assertThat(live).isEqualTo((int) Arrays.stream(current).filter(value -> value != 0).count());
    assertThat(stats.freeUnits()).isBetween(1, stats.units());
  }
}
