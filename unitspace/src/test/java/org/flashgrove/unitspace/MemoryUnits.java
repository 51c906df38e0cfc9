package org.flashgrove.unitspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.flash.UncorrectablePageException;

/**
 * Units in memory that check what a space promises: pages of a unit are written once and in order,
 * and nothing is written to a unit that was not reset. After a power cut each page written and each
 * page reset since the last flush has its old or its new content.
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

  private final int pageBytes;
  private final int unitPages;
  private final Page[][] content;
  private final int[] written;
  private final boolean hasPointers;
  private final int mostOpen;
  private final Set<Integer> open = new HashSet<>();
  private final List<Undo> unflushed = new ArrayList<>();
  private final Set<Integer> torn = new HashSet<>();
  private long untilCut = Long.MAX_VALUE;
  private long appended;
  private long moved;
  private String ignored = "";

  /**
   * @param hasPointers whether the device knows the number of written pages of a unit, as zones do;
   *     such pages are never lost, but the last one may be unreadable
   * @param mostOpen most units that are written in part
   */
  MemoryUnits(int units, int unitPages, int pageBytes, boolean hasPointers, int mostOpen) {
    this.pageBytes = pageBytes;
    this.unitPages = unitPages;
    this.hasPointers = hasPointers;
    this.mostOpen = mostOpen;
    content = new Page[units][unitPages];
    written = new int[units];
  }

  private static long mix(long word) {
    long mixed = (word ^ word >>> 31) * 0x9E37_79B9_7F4A_7C15L;
    return (mixed ^ mixed >>> 29) * 0xBF58_476D_1CE4_E5B9L;
  }

  /** Returns a copy that has lost power, as {@link #restart} finds it. */
  MemoryUnits afterPowerLoss(Random random) {
    MemoryUnits copy = new MemoryUnits(content.length, unitPages, pageBytes, hasPointers, mostOpen);
    for (int unit = 0; unit < content.length; unit++) {
      copy.content[unit] = content[unit].clone();
    }
    System.arraycopy(written, 0, copy.written, 0, written.length);
    copy.open.addAll(open);
    copy.unflushed.addAll(unflushed);
    copy.torn.addAll(torn);
    copy.ignored = ignored;
    copy.restart(random);
    return copy;
  }

  /** Returns a hash of everything that a restart finds. */
  long hash() {
    long sum = 0;
    for (int unit = 0; unit < content.length; unit++) {
      sum += hasPointers ? mix(written[unit] + ((long) unit << 32)) : 0;
      for (int page = 0; page < unitPages; page++) {
        Page found = content[unit][page];
        sum += found == null ? 0 : mix(found.hash + (long) unit * unitPages + page);
      }
    }
    for (int place : torn) {
      sum += mix(-1L - place);
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

  private boolean isIgnored() {
    return !ignored.isEmpty()
        && StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .filter(frame -> frame.getClassName().equals(UnitSpace.class.getName()))
                        .map(frame -> frame.getMethodName() + frame.getDescriptor())
                        .filter(name -> !name.startsWith("flushMedium"))
                        .findFirst())
            .filter(ignored::equals)
            .isPresent();
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
    open.add(unit);
    assertThat(open).hasSizeLessThanOrEqualTo(mostOpen);
    for (int i = 0; i < tags.length; i++) {
      if (hasPointers && untilCut == 0) {
        torn.add(unit * unitPages + page + i);
        written[unit]++;
      }
      strike();
      byte[] bytes = new byte[pageBytes];
      from.get(i * pageBytes, bytes);
      unflushed.add(new Undo(unit, page + i, content[unit][page + i]));
      content[unit][page + i] = Page.of(bytes);
      written[unit]++;
      appended++;
      moved += tags[i] >= 0 && (tags[i] & MOVED) != 0 ? 1 : 0;
    }
    if (written[unit] == unitPages) {
      open.remove(unit);
    }
  }

  @Override
  public void read(int unit, int page, int count, int tag, ByteBuffer into, int at) {
    for (int i = 0; i < count; i++) {
      if (torn.contains(unit * unitPages + page + i)) {
        throw new UncorrectablePageException(unit, page + i, "torn");
      }
      Page found = content[unit][page + i];
      into.put(at + i * pageBytes, found == null ? new byte[pageBytes] : found.bytes);
    }
  }

  @Override
  public int written(int unit) {
    return hasPointers ? written[unit] : -1;
  }

  @Override
  public void finish(int unit, int handle) {
    open.remove(unit);
  }

  @Override
  public void reset(int unit) {
    for (int page = 0; page < unitPages; page++) {
      if (hasPointers) {
        torn.remove(unit * unitPages + page);
      } else {
        unflushed.add(new Undo(unit, page, content[unit][page]));
      }
      content[unit][page] = null;
    }
    open.remove(unit);
    written[unit] = 0;
    strike();
  }

  @Override
  public void flush() {
    if (!isIgnored()) {
      unflushed.clear();
    }
  }

  /** Restores the power. Each unflushed change of a page is undone with probability 1/2. */
  void restart(Random random) {
    untilCut = Long.MAX_VALUE;
    for (int i = unflushed.size() - 1; i >= 0 && !hasPointers; i--) {
      Undo undo = unflushed.get(i);
      if (random.nextBoolean()) {
        content[undo.unit][undo.page] = undo.before;
      }
    }
    unflushed.clear();
    for (int unit = 0; unit < written.length; unit++) {
      int last = 0;
      for (int page = 0; page < unitPages; page++) {
        last = content[unit][page] == null ? last : page + 1;
      }
      written[unit] = hasPointers ? written[unit] : last;
    }
  }
}
