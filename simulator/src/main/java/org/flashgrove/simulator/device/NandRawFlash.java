package org.flashgrove.simulator.device;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.simulator.chip.NandChip;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyRecorder;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.time.OperationScheduler;
import org.flashgrove.simulator.time.VirtualClock;

/**
 * Simulated NAND flash for structures that need no translation layer. Operations run one after
 * another. Each operation counts for the origin that {@link #origin} set last.
 */
public final class NandRawFlash implements RawFlash {
  private static final byte ONES = (byte) 0xFF;

  private final NandChip chip;
  private final OperationScheduler scheduler;
  private final FlashOperations flash;
  private final FlashGeometry geometry;
  private final VirtualClock clock = new VirtualClock();
  private final ByteBuffer page;
  private Origin origin = Origin.HOST;
  private long pageReads;
  private long pagePrograms;

  NandRawFlash(NandSpec spec) {
    this(spec, new LatencyRecorder());
  }

  /**
   * Creates flash that reports the latency of each operation to {@code latencies}, unless the
   * operation has a host origin.
   */
  NandRawFlash(NandSpec spec, LatencyRecorder latencies) {
    geometry = spec.model().geometry();
    page = ByteBuffer.allocate(geometry.pageBytes() + geometry.oobBytes());
    chip = spec.newChip(page.capacity());
    scheduler = spec.newScheduler((die, from, by) -> {});
    flash = new FlashOperations(chip, scheduler, false, latencies);
  }

  /** Sets the origin for which later operations are counted. Initially {@link Origin#HOST}. */
  public void origin(Origin newOrigin) {
    origin = newOrigin;
  }

  /** Sets the cause of later programs; initially {@link Cause#CHANGE}. */
  public void cause(Cause cause) {
    flash.cause(cause);
  }

  @Override
  public FlashGeometry geometry() {
    return geometry;
  }

  @Override
  public void read(int block, int index, ByteBuffer content, ByteBuffer oob) {
    int number = number(block, index);
    chip.power().require();
    pageReads++;
    begin();
    try {
      flash.read(number, origin, null, 0);
    } finally {
      complete();
    }
    if (content != null) {
      chip.content(number, 0, geometry.pageBytes(), content, 0);
    }
    if (oob != null) {
      chip.content(number, geometry.pageBytes(), geometry.oobBytes(), oob, 0);
    }
  }

  @Override
  public void program(int block, int index, ByteBuffer content, ByteBuffer oob) {
    int number = number(block, index);
    fill(0, geometry.pageBytes(), content);
    fill(geometry.pageBytes(), geometry.oobBytes(), oob);
    chip.requireProgrammable(number);
    pagePrograms++;
    begin();
    boolean succeeded;
    try {
      succeeded = flash.program(number, origin, 0, page, 0);
    } finally {
      complete();
    }
    if (!succeeded) {
      throw new BlockFailedException("program", block);
    }
  }

  private void fill(int at, int length, ByteBuffer from) {
    for (int i = 0; i < length; i++) {
      page.put(at + i, from == null ? ONES : from.get(i));
    }
  }

  @Override
  public void erase(int block) {
    requireBlock(block);
    chip.requireErasable(block);
    begin();
    boolean succeeded;
    try {
      succeeded = flash.erase(block, origin);
    } finally {
      complete();
    }
    if (!succeeded) {
      throw new BlockFailedException("erase", block);
    }
  }

  private void begin() {
    flash.begin(clock.nowNanos());
  }

  private void complete() {
    flash.waitForLast();
    clock.advanceTo(flash.hostDoneNanos());
  }

  private int number(int block, int index) {
    requireBlock(block);
    if (index < 0 || index >= geometry.pagesPerBlock()) {
      throw new IllegalArgumentException(
          "page " + index + " (allowed: 0 to " + (geometry.pagesPerBlock() - 1) + ")");
    }
    return geometry.page(block, index);
  }

  private void requireBlock(int block) {
    if (block < 0 || block >= geometry.blockCount()) {
      throw new IllegalArgumentException(
          "block " + block + " (allowed: 0 to " + (geometry.blockCount() - 1) + ")");
    }
  }

  @Override
  public int nextIndex(int block) {
    return chip.nextIndex(block);
  }

  @Override
  public int eraseCount(int block) {
    return chip.eraseCount(block);
  }

  @Override
  public int endurance() {
    return chip.endurance();
  }

  @Override
  public boolean isBad(int block) {
    return chip.isBad(block);
  }

  @Override
  public void markBad(int block) {
    chip.markBad(block);
  }

  /** Returns the virtual time. */
  long nowNanos() {
    return clock.nowNanos();
  }

  /** Writes the content of the flash, its wear and its clock. */
  void save(DataOutput out) throws IOException {
    out.writeLong(clock.nowNanos());
    chip.save(out, page -> true);
  }

  /** Loads a saved state into this new flash. */
  void load(DataInput in) throws IOException {
    long nanos = in.readLong();
    chip.load(in);
    clock.advanceTo(nanos);
    scheduler.clear(nanos);
  }

  /** Returns all counters. Host reads and writes equal the reads and programs of the flash. */
  public DeviceStats figures() {
    return new DeviceStats(
        pageReads,
        pagePrograms,
        0,
        0,
        flash.reads(),
        flash.programs(),
        flash.erases(),
        0,
        chip.retries(),
        chip.uncorrectable(),
        scheduler.busy(),
        chip.badBlocks(),
        clock.nowNanos());
  }

  /** Cuts the power now. */
  public void cutPower() {
    chip.power().cut();
  }

  /** Cuts the power in the middle of the {@code operations}-th program or erase from now. */
  public void cutPowerAt(long operations) {
    chip.power().cutAt(operations);
  }

  /** Restores the power. Programmed pages keep their content. */
  public void restart() {
    chip.power().restore();
    scheduler.clear(clock.nowNanos());
  }
}
