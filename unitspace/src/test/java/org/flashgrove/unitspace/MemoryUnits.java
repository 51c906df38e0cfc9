package org.flashgrove.unitspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.flash.UncorrectablePageException;

/**
 * Units in memory that check what a space promises: pages of a unit are written once and in order,
 * and nothing is written to a unit that was finished or not reset. After a power cut each page
 * written and each page reset since the last flush has its old or its new content. A zone with a
 * write cache loses its newest changes instead, from some change on.
 */
final class MemoryUnits implements UnitMedium {
  /** Thrown by a power cut. */
  static final class Cut extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Content of a page, with a hash of it. */
  private record Page(byte[] bytes, long hash) {
    static Page of(byte[] bytes) {
      return new Page(bytes, mix(Arrays.hashCode(bytes)));
    }
  }

  private record Undo(int unit, int page, Page before) {}

  /** Cache of the device, which a power cut empties. */
  enum Cache {
    /** The device does not know how many pages of a unit were written. */
    OF_PAGES,
    /** Units are zones. A power cut only makes the page unreadable that is being written. */
    NONE,
    /** Units are zones. A power cut also undoes the newest unflushed changes of each zone. */
    OF_ZONES
  }

  /** State of a zone before a change. */
  private record Zone(Page[] content, int written, boolean isFinished, int torn) {}

  private static final int NO_PAGE = -1;

  private final int pageBytes;
  private final int unitPages;
  private final Page[][] content;
  private final int[] written;
  private final Cache cache;
  private final boolean hasPointers;
  private final int mostOpen;
  private final Set<Integer> open = new HashSet<>();
  private final List<Undo> unflushed = new ArrayList<>();

  /** For each zone its states before the unflushed changes, oldest first. */
  private final Map<Integer, List<Zone>> unflushedZones = new HashMap<>();

  /** Units that were finished. Only zones refuse to be written then. */
  private final BitSet finished = new BitSet();

  /** Unreadable page of each unit, or -1. */
  private final int[] torn;

  /** Names of the methods of {@link UnitSpace} that requested flushes, if they are recorded. */
  private Set<String> flushing;

  /** Number of units written in part when the power came back. */
  private int openAtRestart;

  private long untilCut = Long.MAX_VALUE;
  private long appended;
  private long moved;
  private String ignored = "";

  /**
   * @param mostOpen most units that are written in part
   */
  MemoryUnits(int units, int unitPages, int pageBytes, Cache cache, int mostOpen) {
    this.pageBytes = pageBytes;
    this.unitPages = unitPages;
    this.cache = cache;
    this.mostOpen = mostOpen;
    hasPointers = cache != Cache.OF_PAGES;
    content = new Page[units][unitPages];
    written = new int[units];
    torn = new int[units];
    Arrays.fill(torn, NO_PAGE);
  }

  private static long mix(long word) {
    long mixed = (word ^ word >>> 31) * 0x9E37_79B9_7F4A_7C15L;
    return (mixed ^ mixed >>> 29) * 0xBF58_476D_1CE4_E5B9L;
  }

  /** Returns a copy that has lost power, as {@link #restart} finds it. */
  MemoryUnits afterPowerLoss(Random random) {
    MemoryUnits copy = new MemoryUnits(content.length, unitPages, pageBytes, cache, mostOpen);
    for (int unit = 0; unit < content.length; unit++) {
      copy.content[unit] = content[unit].clone();
    }
    System.arraycopy(written, 0, copy.written, 0, written.length);
    System.arraycopy(torn, 0, copy.torn, 0, torn.length);
    copy.finished.or(finished);
    copy.unflushed.addAll(unflushed);
    copy.unflushedZones.putAll(unflushedZones); // the copy only reads and clears them
    copy.ignored = ignored;
    copy.restart(random);
    return copy;
  }

  /** Returns a hash of everything that a restart finds. */
  long hash() {
    long sum = 0;
    for (int unit = 0; unit < content.length; unit++) {
      if (hasPointers) {
        int end = finished.get(unit) ? -1 : 0;
        sum += mix(written[unit] + ((long) unit << 32)) + mix(end - 3L * unit);
        sum += mix(torn[unit] - ((long) unit << 32));
      }
      for (int page = 0; page < unitPages; page++) {
        Page found = content[unit][page];
        sum += found == null ? 0 : mix(found.hash + (long) unit * unitPages + page);
      }
    }
    return sum;
  }

  /**
   * Lets flushes do nothing that a method of {@link UnitSpace} requests.
   *
   * @param method name and descriptor of the method, such as {@code flush()V}
   */
  void ignoreFlushesOf(String method) {
    ignored = method;
  }

  /** Records the names and descriptors of the methods of {@link UnitSpace} that request flushes. */
  void recordFlushesIn(Set<String> names) {
    flushing = names;
  }

  /** Returns the method of {@link UnitSpace} that requests the present flush. */
  private static String requester() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> frame.getClassName().equals(UnitSpace.class.getName()))
                    .map(frame -> frame.getMethodName() + frame.getDescriptor())
                    .filter(name -> !name.startsWith("flushMedium"))
                    .findFirst())
        .orElseThrow();
  }

  void cutAfter(long pages) {
    untilCut = pages;
  }

  long appended() {
    return appended;
  }

  long moved() {
    return moved;
  }

  private void strike() {
    if (untilCut != Long.MAX_VALUE && --untilCut < 0) {
      throw new Cut();
    }
  }

  @Override
  public int pageBytes() {
    return pageBytes;
  }

  @Override
  public int units() {
    return content.length;
  }

  @Override
  public int unitPages() {
    return unitPages;
  }

  @Override
  public void append(int unit, int page, int handle, int[] tags, ByteBuffer from) {
    assertThat(page).as("next page of unit %d", unit).isEqualTo(written[unit]);
    assertThat(page + tags.length).isLessThanOrEqualTo(unitPages);
    assertThat(hasPointers && finished.get(unit)).as("unit %d is finished", unit).isFalse();
    open.add(unit);
    assertThat(open).hasSizeLessThanOrEqualTo(Math.max(mostOpen, openAtRestart));
    for (int i = 0; i < tags.length; i++) {
      willChange(unit, page + i);
      if (hasPointers && untilCut == 0) {
        torn[unit] = page + i;
        written[unit]++;
      }
      strike();
      byte[] bytes = new byte[pageBytes];
      from.get(i * pageBytes, bytes);
      content[unit][page + i] = Page.of(bytes);
      written[unit]++;
      appended++;
      moved += tags[i] >= 0 && (tags[i] & MOVED) != 0 ? 1 : 0;
    }
    if (written[unit] == unitPages) {
      open.remove(unit);
    }
  }

  /** Stores the state before a change of a page. */
  private void willChange(int unit, int page) {
    if (cache == Cache.OF_PAGES) {
      unflushed.add(new Undo(unit, page, content[unit][page]));
    } else {
      willChangeZone(unit);
    }
  }

  private void willChangeZone(int unit) {
    if (cache == Cache.OF_ZONES) {
      unflushedZones
          .computeIfAbsent(unit, zone -> new ArrayList<>())
          .add(new Zone(content[unit].clone(), written[unit], finished.get(unit), torn[unit]));
    }
  }

  @Override
  public void read(int unit, int page, int count, int tag, ByteBuffer into, int at) {
    for (int i = 0; i < count; i++) {
      if (torn[unit] == page + i) {
        throw new UncorrectablePageException(unit, page + i, "torn");
      }
      Page found = content[unit][page + i];
      into.put(at + i * pageBytes, found == null ? new byte[pageBytes] : found.bytes);
    }
  }

  @Override
  public int written(int unit) {
    if (!hasPointers) {
      return -1;
    }
    return finished.get(unit) ? unitPages : written[unit];
  }

  @Override
  public void finish(int unit, int handle) {
    willChangeZone(unit);
    finished.set(unit);
    open.remove(unit);
  }

  @Override
  public void reset(int unit) {
    willChangeZone(unit);
    for (int page = 0; page < unitPages; page++) {
      if (!hasPointers) {
        willChange(unit, page);
      }
      content[unit][page] = null;
    }
    torn[unit] = NO_PAGE;
    finished.clear(unit);
    open.remove(unit);
    written[unit] = 0;
    strike();
  }

  @Override
  public void flush() {
    if (flushing != null) {
      flushing.add(requester());
    }
    if (ignored.isEmpty() || !requester().equals(ignored)) {
      unflushed.clear();
      unflushedZones.clear();
    }
  }

  /**
   * Restores the power. Each unflushed change of a page is undone with probability 1/2. Of the
   * unflushed changes of a zone, the newest ones are undone.
   */
  void restart(Random random) {
    untilCut = Long.MAX_VALUE;
    for (int i = unflushed.size() - 1; i >= 0; i--) {
      Undo undo = unflushed.get(i);
      if (random.nextBoolean()) {
        content[undo.unit][undo.page] = undo.before;
      }
    }
    unflushed.clear();
    unflushedZones.forEach((unit, states) -> undoSome(unit, states, random));
    unflushedZones.clear();
    open.clear();
    for (int unit = 0; unit < written.length; unit++) {
      int last = 0;
      for (int page = 0; page < unitPages; page++) {
        last = content[unit][page] == null ? last : page + 1;
      }
      written[unit] = hasPointers ? written[unit] : last;
      if (written[unit] > 0 && written[unit] < unitPages && !finished.get(unit)) {
        open.add(unit);
      }
    }
    openAtRestart = open.size();
  }

  private void undoSome(int unit, List<Zone> states, Random random) {
    int kept = random.nextInt(states.size() + 1);
    if (kept < states.size()) {
      Zone before = states.get(kept);
      content[unit] = before.content.clone();
      written[unit] = before.written;
      finished.set(unit, before.isFinished);
      torn[unit] = before.torn;
    }
  }
}
