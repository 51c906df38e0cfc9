package org.flashgrove.simulator.time;

import java.util.Arrays;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.simulator.chip.NandTiming;
import org.flashgrove.simulator.figures.BusyTime;

/**
 * Scheduler with queues for dies and channels, in the order of issue.
 *
 * <ul>
 *   <li>A read senses the page on its die, then transfers it over the channel. The die is busy
 *       until the transfer has ended. A read waits for earlier programs and erases on its die.
 *   <li>A program transfers its page over the channel, then the die programs.
 *   <li>An erase and a copy-back use only the die.
 *   <li>With <i>suspension</i> a read stops the running program or erase of its die and overtakes
 *       the waiting programs and erases. All of these are delayed by the duration of the read.
 *       Reads do not overtake reads.
 *   <li>With <i>multi-plane operations</i> an operation joins the last operation of its die under
 *       some conditions. The last operation must be of the same kind, must not have started, and
 *       must use other planes at the same page index (any block, for erases). The die works on all
 *       of them simultaneously.
 * </ul>
 *
 * <p>A channel transfers one page at a time, including its out-of-band area. Each transfer uses the
 * first idle interval of the channel that is long enough; commands and addresses take no time. If a
 * read delays an operation whose transfer is already planned, the time of that transfer does not
 * change.
 */
public final class ParallelScheduler implements OperationScheduler {
  private static final int NONE = 0;
  private static final int READ = 1;
  private static final int PROGRAM = 2;
  private static final int ERASE = 3;

  private final FlashGeometry geometry;
  private final NandTiming timing;
  private final int pagesPerBlock;
  private final long transferNanos;
  private final boolean suspension;
  private final boolean multiPlane;
  private final DelayListener delays;

  private final long[] dieFreeNanos;
  private final long[] readsEndNanos;
  private final Timeline[] channels;
  private final long[] suspendedUntilNanos;
  private final int[] lastKind;
  private final int[] lastIndex;
  private final long[] lastPlanes;
  private final long[] lastStartNanos;
  private final long[] registersFreeNanos;
  private long readNanos;
  private long programNanos;
  private long eraseNanos;

  /**
   * Creates a scheduler of a flash array.
   *
   * @param suspension whether reads suspend programs and erases
   * @param multiPlane whether operations on several planes of a die are combined
   * @param delays is notified of operations that end later than the time that was returned for them
   */
  public ParallelScheduler(
      FlashGeometry geometry,
      NandTiming timing,
      boolean suspension,
      boolean multiPlane,
      DelayListener delays) {
    this.geometry = geometry;
    this.timing = timing;
    this.suspension = suspension;
    this.multiPlane = multiPlane && geometry.planes() > 1 && geometry.planes() <= Long.SIZE;
    this.delays = delays;
    pagesPerBlock = geometry.pagesPerBlock();
    transferNanos = timing.transferNanos(geometry.pageBytes() + geometry.oobBytes());
    int dies = geometry.dieCount();
    dieFreeNanos = new long[dies];
    readsEndNanos = new long[dies];
    suspendedUntilNanos = new long[dies];
    channels = new Timeline[geometry.channels()];
    for (int channel = 0; channel < channels.length; channel++) {
      channels[channel] = new Timeline(transferNanos);
    }
    lastKind = new int[dies];
    lastIndex = new int[dies];
    lastPlanes = new long[dies];
    lastStartNanos = new long[dies];
    registersFreeNanos = new long[dies];
  }

  @Override
  public long read(int page, int senses, long readyNanos) {
    int block = page / pagesPerBlock;
    int die = geometry.dieOf(block);
    long sensing = timing.readNanos() * senses;
    readNanos += sensing + transferNanos;
    if (suspension) {
      return readFirst(die, sensing, readyNanos);
    }
    long sensed;
    if (joins(die, READ, block, page % pagesPerBlock, readyNanos)) {
      // the planes sensed at the same time; the pages leave one after the other
      sensed = Math.max(lastStartNanos[die] + sensing, dieFreeNanos[die]);
    } else {
      long start = Math.max(readyNanos, dieFreeNanos[die]);
      begin(die, READ, block, page % pagesPerBlock, start);
      sensed = start + sensing;
    }
    long end = transfer(die, sensed);
    dieFreeNanos[die] = Math.max(dieFreeNanos[die], end);
    return end;
  }

  private long transfer(int die, long readyNanos) {
    return channels[geometry.channelOf(die)].place(readyNanos);
  }

  /**
   * Schedules a read before the pending programs and erases of its die. Stopping the running
   * operation and resuming it takes extra time.
   */
  private long readFirst(int die, long sensing, long readyNanos) {
    lastKind[die] = NONE;
    long start = Math.max(readyNanos, readsEndNanos[die]);
    boolean stopped = suspendedUntilNanos[die] >= readyNanos && suspendedUntilNanos[die] > 0;
    boolean stops = !stopped && dieFreeNanos[die] > start;
    long end = transfer(die, start + sensing + (stops ? timing.suspendNanos() : 0));
    readsEndNanos[die] = end;
    if (stops || stopped) {
      suspendedUntilNanos[die] = end;
      long delay = end - start + (stops ? timing.suspendNanos() : 0);
      delays.delayed(die, start, delay);
      dieFreeNanos[die] += delay;
      readNanos += stops ? 2 * timing.suspendNanos() : 0;
    } else {
      dieFreeNanos[die] = Math.max(dieFreeNanos[die], end);
    }
    return end;
  }

  /**
   * Combines an operation with the last operation of its die, if both can run as one multi-plane
   * operation. Returns whether they were combined.
   */
  private boolean joins(int die, int kind, int block, int index, long readyNanos) {
    if (!multiPlane) {
      return false;
    }
    long plane = 1L << geometry.planeOf(block) % geometry.planes();
    if (lastKind[die] != kind
        || lastIndex[die] != index
        || (lastPlanes[die] & plane) != 0
        || lastStartNanos[die] < readyNanos) {
      return false;
    }
    lastPlanes[die] |= plane;
    return true;
  }

  private void begin(int die, int kind, int block, int index, long startNanos) {
    lastKind[die] = kind;
    lastIndex[die] = index;
    lastPlanes[die] = 1L << geometry.planeOf(block) % geometry.planes();
    lastStartNanos[die] = startNanos;
  }

  @Override
  public long program(int page, long readyNanos) {
    int block = page / pagesPerBlock;
    int index = page % pagesPerBlock;
    int die = geometry.dieOf(block);
    long programming = timing.programNanos(index);
    programNanos += transferNanos;
    if (joins(die, PROGRAM, block, index, readyNanos)) {
      long registersFree = Math.max(readyNanos, registersFreeNanos[die]);
      long start = Math.max(lastStartNanos[die], transfer(die, registersFree));
      long delay = start - lastStartNanos[die];
      if (delay > 0) {
        delays.delayed(die, lastStartNanos[die], delay);
        lastStartNanos[die] = start;
        dieFreeNanos[die] += delay;
      }
      return dieFreeNanos[die];
    }
    programNanos += programming;
    // the page registers accept the next pages only when the die has finished the last ones
    registersFreeNanos[die] = Math.max(readyNanos, dieFreeNanos[die]);
    long start = transfer(die, registersFreeNanos[die]);
    begin(die, PROGRAM, block, index, start);
    dieFreeNanos[die] = start + programming;
    return dieFreeNanos[die];
  }

  @Override
  public long copyBack(int from, int to, int senses, long readyNanos) {
    int die = geometry.dieOf(to / pagesPerBlock);
    long sensing = timing.readNanos() * senses;
    long programming = timing.programNanos(to % pagesPerBlock);
    readNanos += sensing;
    programNanos += programming;
    lastKind[die] = NONE;
    dieFreeNanos[die] = Math.max(readyNanos, dieFreeNanos[die]) + sensing + programming;
    return dieFreeNanos[die];
  }

  @Override
  public long erase(int block, long readyNanos) {
    int die = geometry.dieOf(block);
    if (joins(die, ERASE, block, 0, readyNanos)) {
      return dieFreeNanos[die];
    }
    eraseNanos += timing.eraseNanos();
    long start = Math.max(readyNanos, dieFreeNanos[die]);
    begin(die, ERASE, block, 0, start);
    dieFreeNanos[die] = start + timing.eraseNanos();
    return dieFreeNanos[die];
  }

  @Override
  public void advanceTo(long nanos) {
    for (Timeline channel : channels) {
      channel.forgetBefore(nanos);
    }
  }

  @Override
  public long idleNanos() {
    long idle = 0;
    for (long nanos : dieFreeNanos) {
      idle = Math.max(idle, nanos);
    }
    return idle;
  }

  @Override
  public BusyTime busy() {
    return new BusyTime(readNanos, programNanos, eraseNanos);
  }

  @Override
  public void clear(long nowNanos) {
    Arrays.fill(dieFreeNanos, nowNanos);
    Arrays.fill(readsEndNanos, nowNanos);
    Arrays.fill(suspendedUntilNanos, 0);
    for (Timeline channel : channels) {
      channel.clear();
    }
    Arrays.fill(lastKind, NONE);
  }
}
