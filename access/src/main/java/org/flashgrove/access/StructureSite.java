package org.flashgrove.access;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.device.CountingFlash;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.device.FreeNodeDevice;
import org.flashgrove.storage.node.device.HomeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.page.PagePool;

/** Place of a structure in its store: what the structure is made over. */
public final class StructureSite {
  /** What the tags of two structures next to each other differ by: 2^64 by the golden ratio. */
  private static final long TAG_STEP = 0x9E37_79B9_7F4A_7C15L;

  private final StoreFiles files;
  private final LoggedStore log;
  private final BufferConfig buffer;
  private final int number;
  private final IoCounters counters;

  /**
   * Creates the place of a structure.
   *
   * @param files the files of the store
   * @param log what the structures of the store share, not opened yet
   * @param buffer settings of the buffer between an index and the device
   * @param number number of the structure
   * @param counters traffic of the structure's pages with the device
   */
  StructureSite(
      StoreFiles files, LoggedStore log, BufferConfig buffer, int number, IoCounters counters) {
    this.files = files;
    this.log = log;
    this.buffer = buffer;
    this.number = number;
    this.counters = counters;
  }

  /** Returns the log that the structures of the store share; it has not been replayed yet. */
  public LoggedStore log() {
    return log;
  }

  /** Returns the number of the structure, by which the log and the page map name it. */
  public int number() {
    return number;
  }

  /** Returns the counters of the structure's traffic with the device. */
  public IoCounters counters() {
    return counters;
  }

  /** Returns the settings of the buffer between a tree and the device. */
  BufferConfig buffer() {
    return buffer;
  }

  /** Returns the frames of the log, for a buffer that logs flushes. */
  StoreLog frames() {
    return files.frames();
  }

  /** Returns whether the device has blocks beside files. */
  boolean hasBlocks() {
    return files.design().form().device().blockBytes() > 0;
  }

  /** Returns the bytes of a page. */
  public int pageSize() {
    return files.design().form().pageSize();
  }

  /**
   * Returns what binds the pages of the structure to it: the tag of the store, and in a store that
   * is neither one index nor one table the structure's number, too, so that a page shows whose it
   * is.
   */
  public long tag() {
    return tag(files.design(), files.tag(), number);
  }

  /** What binds the pages of a structure of any store to it. */
  static long tag(StoreDesign design, long storeTag, int number) {
    boolean bindsNumbers = !design.isOneIndex() && !design.isOneTable();
    return bindsNumbers ? storeTag + (number + 1) * TAG_STEP : storeTag;
  }

  /** The slots of the page file, where traffic is counted. */
  PageStore slots() {
    return files.pages().slots(counters);
  }

  /** The blocks that the device has beside files, or null if it has none. */
  BlockSpace blocks(IoCounters traffic) {
    return files.device().blocks(pageSize(), traffic);
  }

  /**
   * Returns the raw flash that the device has beside files, where traffic is counted. A kind that
   * uses it says so ({@link StructureKind#isOnRawFlash}).
   */
  public RawFlash flash() {
    return new CountingFlash(files.device().flash(), counters);
  }

  /** A file of pages of the structure's own; its traffic is not counted. */
  PageStore blockFile() {
    return files.openBlocks(number);
  }

  /**
   * Returns how the memory of an index of blocks is divided in this process; a line is said if it
   * gets less than it asks for.
   */
  public HeapDivision division(String name, long asked) {
    long all = files.design().ownBufferBytes();
    return HeapDivision.of(asked, Math.max(asked, all)).noted(name, asked);
  }

  /** The nodes of a tree in their places. */
  NodeDevice nodes() {
    PagePool pool = new PagePool(pageSize());
    return files.slots() == null
        ? new HomeNodeDevice(slots(), files.log(), tag(), counters, pool)
        : new FreeNodeDevice(slots(), files.slots(), number, files.frames(), tag(), counters, pool);
  }
}
