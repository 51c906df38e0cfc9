package org.flashgrove.simulator.device;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.simulator.chip.NandChip;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WearStats;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FlashTranslationLayer;
import org.flashgrove.simulator.ftl.space.WornOutException;
import org.flashgrove.simulator.time.OperationScheduler;

/** NAND flash with a translation layer and an optional write buffer. */
public final class NandDevice extends QueuedDevice {
  private static final int IMAGE_MAGIC = 0x46_47_44_31; // "FGD1"

  private final NandSpec spec;
  private final FlashGeometry geometry;
  private final int pageBytes;
  private final NandChip chip;
  private final OperationScheduler scheduler;
  private final FlashOperations flash;
  private final DeviceWriteBuffer buffer;
  private final int pageCount;
  private FlashTranslationLayer layer;
  private long hostPageReads;
  private long hostPageWrites;
  private long hostPageTrims;
  private long flushes;

  /** Pages that were programmed before the device was loaded from a saved image. */
  private WriteMatrix earlierWrites = new WriteMatrix.Counter().matrix();

  NandDevice(NandSpec spec) {
    this.spec = spec;
    geometry = spec.model().geometry();
    pageBytes = geometry.pageBytes();
    chip = spec.newChip(spec.content() ? pageBytes : 0);
    scheduler = spec.newScheduler(this::delayed);
    flash = new FlashOperations(chip, scheduler, spec.copyBack(), latencies);
    layer = spec.layer().open(flash);
    pageCount = layer.logicalPages();
    buffer =
        spec.bufferPages() == 0
            ? null
            : new DeviceWriteBuffer(() -> layer, flash, spec.bufferPages(), spec.capacitor());
    start(spec.depth());
  }

  private void delayed(int die, long fromNanos, long byNanos) {
    flash.delayed(die, fromNanos, byNanos);
    queue.delayed(die, fromNanos, byNanos);
  }

  /** Returns the spec of this device. */
  public NandSpec spec() {
    return spec;
  }

  /** Returns the geometry of the flash. */
  public FlashGeometry geometry() {
    return geometry;
  }

  @Override
  public int pageBytes() {
    return pageBytes;
  }

  @Override
  public long pageCount() {
    return pageCount;
  }

  @Override
  public boolean keepsContent() {
    return chip.keepsContent();
  }

  private void require(long first, long count, Origin origin) {
    HostRequests.require(this, chip.power().isOn(), first, count, origin);
  }

  /**
   * Starts a host request at the time {@code now}. First lets the translation layer collect garbage
   * in the idle time before {@code now}.
   */
  private void begin(long now) {
    try {
      flash.idle(true);
      boolean isBehind = true;
      while (isBehind && flash.idleNanos() < now) {
        flash.begin(flash.idleNanos());
        isBehind = layer.collectIdle();
      }
    } catch (WornOutException e) {
      // the layer has no room to collect ahead of need; a write that finds no room fails itself
    } finally {
      flash.idle(false);
    }
    flash.begin(now);
  }

  @Override
  public void read(long first, int count, Origin origin, ByteBuffer into) {
    require(first, count, origin);
    hostPageReads += count;
    begin(queue.nowNanos());
    ByteBuffer content = into;
    if (into != null && !chip.keepsContent()) {
      zero(into, count * pageBytes);
      content = null;
    }
    try {
      for (int i = 0; i < count; i++) {
        int page = (int) first + i;
        if (buffer == null || !buffer.read(page, content, i * pageBytes)) {
          layer.read(page, origin, content, i * pageBytes);
        }
      }
    } finally {
      placed(OperationKind.READ, origin, flash.hostDoneNanos());
    }
  }

  @Override
  public int readQueueOf(long page) {
    int at = spec.reorder() && page >= 0 && page < pageCount ? layer.physicalPage((int) page) : -1;
    return at < 0 ? 0 : geometry.dieOf(at / geometry.pagesPerBlock());
  }

  private static void zero(ByteBuffer into, int length) {
    for (int i = 0; i < length; i++) {
      into.put(i, (byte) 0);
    }
  }

  private void placed(OperationKind kind, Origin origin, long doneNanos) {
    if (chip.power().isOn()) {
      queue.placed(kind, origin, flash.hostDoneDie(), doneNanos);
    }
  }

  @Override
  public void write(long first, int count, Origin origin, ByteBuffer from) {
    require(first, count, origin);
    hostPageWrites += count;
    ByteBuffer content = chip.keepsContent() ? from : null;
    long now = queue.nowNanos();
    long done = now;
    begin(now);
    try {
      for (int i = 0; i < count; i++) {
        int page = (int) first + i;
        if (buffer == null) {
          flash.cause(causes.apply(page));
          layer.write(page, origin, content, i * pageBytes);
        } else {
          done =
              Math.max(
                  done,
                  buffer.write(page, origin, causes.apply(page), content, i * pageBytes, now));
        }
      }
    } finally {
      placed(OperationKind.WRITE, origin, buffer == null ? flash.hostDoneNanos() : done);
    }
  }

  @Override
  public void trim(long first, long count, Origin origin) {
    require(first, count, origin);
    hostPageTrims += count;
    begin(queue.nowNanos());
    try {
      if (buffer != null) {
        for (long page = first; page < first + count; page++) {
          buffer.trim((int) page);
        }
      }
      layer.trim((int) first, (int) count);
    } finally {
      placed(OperationKind.TRIM, origin, flash.hostDoneNanos());
    }
  }

  @Override
  public void flush(Origin origin) {
    require(0, 0, origin);
    flushes++;
    long now = queue.nowNanos();
    long done = queue.lastWriteNanos();
    begin(now);
    try {
      if (buffer != null && !buffer.hasCapacitor()) {
        done = Math.max(done, buffer.empty(now));
        flash.begin(now);
      }
      layer.flush();
    } finally {
      placed(OperationKind.FLUSH, origin, Math.max(done, flash.hostDoneNanos()));
    }
  }

  @Override
  public void drain() {
    super.drain();
    queue.advanceTo(scheduler.idleNanos());
  }

  @Override
  DeviceStats absolute() {
    return new DeviceStats(
        hostPageReads,
        hostPageWrites,
        hostPageTrims,
        flushes,
        flash.reads(),
        flash.programs(),
        flash.erases(),
        flash.copies(),
        chip.retries(),
        chip.uncorrectable(),
        scheduler.busy(),
        chip.badBlocks(),
        Math.max(queue.lastCompletionNanos(), scheduler.idleNanos()));
  }

  @Override
  public WriteMatrix writesSinceNew() {
    return earlierWrites.plus(flash.programs());
  }

  /**
   * Adds {@code writes}, which counts pages that a raw part of the same flash has programmed, to
   * {@link #writesSinceNew}.
   */
  void addEarlierWrites(WriteMatrix writes) {
    earlierWrites = earlierWrites.plus(writes);
  }

  @Override
  public WearStats wear() {
    return WearStats.of(
        geometry.blockCount(), block -> chip.isBad(block) ? -1 : chip.eraseCount(block));
  }

  @Override
  public void cutPower() {
    chip.power().cut();
  }

  @Override
  public void cutPowerAt(long operations) {
    chip.power().cutAt(operations);
  }

  @Override
  public void restart() {
    chip.power().restore();
    queue.advanceTo(scheduler.idleNanos());
    queue.clear();
    scheduler.clear(queue.nowNanos());
    flash.restart();
    flash.begin(queue.nowNanos());
    layer = spec.layer().open(flash);
    layer.recover();
    if (buffer != null) {
      buffer.powerLost();
    }
    queue.advanceTo(scheduler.idleNanos());
  }

  @Override
  public void save(OutputStream out) throws IOException {
    if (!chip.power().isOn() && buffer != null && buffer.hasCapacitor()) {
      restart(); // buffered pages are not part of the image
    }
    if (chip.power().isOn()) {
      flush(Origin.MAP);
      if (buffer != null) {
        buffer.empty(queue.nowNanos());
      }
      drain();
    }
    DataOutputStream words = new DataOutputStream(out);
    words.writeInt(IMAGE_MAGIC);
    words.writeUTF(geometry.toString());
    words.writeLong(queue.nowNanos());
    chip.save(words, chip.power().isOn() ? layer::isNeeded : page -> true);
    WriteHistory.save(words, writesSinceNew(), flash);
    words.flush();
  }

  /** Loads a saved state into this new device. */
  void load(InputStream in) throws IOException {
    DataInputStream words = new DataInputStream(in);
    if (words.readInt() != IMAGE_MAGIC || !words.readUTF().equals(geometry.toString())) {
      throw new IOException("not an image of this device; use the device spec that saved it");
    }
    long nanos = words.readLong();
    chip.load(words);
    earlierWrites = WriteHistory.load(words, flash);
    if (words.read() >= 0) {
      throw new IOException(
          "the device image continues after its end; restore the file from a copy");
    }
    queue.advanceTo(nanos);
    scheduler.clear(nanos);
    restart();
    resetFigures();
  }

  /** Returns the flash chip, for checks. */
  public NandChip chip() {
    return chip;
  }
}
