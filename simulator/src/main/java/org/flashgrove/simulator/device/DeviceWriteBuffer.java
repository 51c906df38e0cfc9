package org.flashgrove.simulator.device;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FlashTranslationLayer;

/**
 * FIFO write buffer of a device. If a page is written again while it is in the buffer, the new
 * content replaces the old content there. A full buffer evicts its oldest page and uses the slot of
 * that page again. Access to buffer memory takes no time, so a write usually completes immediately.
 * If the page that was in the slot before is still being programmed, the write completes at the
 * planned end of that program. Reads that suspend the program later do not delay the write.
 *
 * <p>With a capacitor the content survives a power loss, so a flush need not empty the buffer. A
 * page that is trimmed in such a buffer leaves a mark, so that its older content on flash does not
 * reappear.
 */
final class DeviceWriteBuffer {
  private static final int NONE = LongIntMap.ABSENT;
  private static final Origin[] ORIGINS = Origin.values();

  private final Supplier<FlashTranslationLayer> layer;
  private final FlashOperations flash;
  private final boolean capacitor;
  private final int capacity;
  private final int pageBytes;
  private final ByteBuffer content;
  private final int[] logicalPage;
  private final byte[] origin;
  private final Cause[] cause;
  private final boolean[] trimmed;
  private final long[] freeNanos;
  private LongIntMap slots;
  private int head;
  private int count;

  /**
   * Creates an empty buffer.
   *
   * @param layer provides the translation layer, which changes with each restart
   */
  DeviceWriteBuffer(
      Supplier<FlashTranslationLayer> layer,
      FlashOperations flash,
      int capacity,
      boolean capacitor) {
    this.layer = layer;
    this.flash = flash;
    this.capacity = capacity;
    this.capacitor = capacitor;
    pageBytes = flash.geometry().pageBytes();
    content = flash.keepsContent() ? ByteBuffer.allocate(capacity * pageBytes) : null;
    logicalPage = new int[capacity];
    origin = new byte[capacity];
    cause = new Cause[capacity];
    trimmed = new boolean[capacity];
    freeNanos = new long[capacity];
    slots = new LongIntMap(capacity);
  }

  boolean hasCapacitor() {
    return capacitor;
  }

  /** Puts a page into the buffer. Returns the virtual time at which the write completes. */
  long write(
      int page, Origin pageOrigin, Cause pageCause, ByteBuffer from, int offset, long nowNanos) {
    int slot = slots.get(page);
    if (slot == NONE) {
      if (count == capacity) {
        evictOldest(nowNanos);
      }
      slot = (head + count) % capacity;
      count++;
      logicalPage[slot] = page;
      slots.put(page, slot);
    }
    origin[slot] = (byte) pageOrigin.ordinal();
    cause[slot] = pageCause;
    trimmed[slot] = false;
    if (content != null) {
      if (from == null) {
        Arrays.fill(content.array(), slot * pageBytes, (slot + 1) * pageBytes, (byte) 0);
      } else {
        from.get(offset, content.array(), slot * pageBytes, pageBytes);
      }
    }
    return Math.max(nowNanos, freeNanos[slot]);
  }

  /** Returns whether this buffer contains a page. If so, copies the page to {@code into}. */
  boolean read(int page, ByteBuffer into, int offset) {
    int slot = slots.get(page);
    if (slot == NONE) {
      return false;
    }
    if (into != null) {
      for (int i = 0; i < pageBytes; i++) {
        boolean zero = content == null || trimmed[slot];
        into.put(offset + i, zero ? 0 : content.get(slot * pageBytes + i));
      }
    }
    return true;
  }

  /** Discards a page if it is buffered. */
  void trim(int page) {
    int slot = slots.get(page);
    if (slot == NONE) {
      return;
    }
    if (capacitor) {
      trimmed[slot] = true;
    } else {
      // the slots form a ring, so the slot stays in use until it is the oldest
      slots.remove(page);
      logicalPage[slot] = NONE;
    }
  }

  private void evictOldest(long nowNanos) {
    int slot = head;
    int page = logicalPage[slot];
    if (page != NONE) {
      flash.begin(nowNanos);
      if (trimmed[slot]) {
        layer.get().trim(page, 1);
        // the mark leaves the memory that survives a power loss, so the trim must become durable on
        // flash
        layer.get().flush();
      } else {
        flash.cause(cause[slot]);
        layer.get().write(page, ORIGINS[origin[slot]], content, slot * pageBytes);
      }
      slots.remove(page);
      freeNanos[slot] = flash.hostDoneNanos();
    }
    head = (head + 1) % capacity;
    count--;
  }

  /** Writes all buffered pages to flash. Returns the time at which the last program ends. */
  long empty(long nowNanos) {
    long done = nowNanos;
    while (count > 0) {
      int slot = head;
      evictOldest(nowNanos);
      done = Math.max(done, freeNanos[slot]);
    }
    for (long nanos : freeNanos) {
      done = Math.max(done, nanos);
    }
    return done;
  }

  /** Handles a power loss: a buffer without a capacitor becomes empty. */
  void powerLost() {
    Arrays.fill(freeNanos, 0);
    if (!capacitor) {
      count = 0;
      head = 0;
      slots = new LongIntMap(capacity);
    }
  }
}
