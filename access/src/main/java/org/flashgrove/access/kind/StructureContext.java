package org.flashgrove.access.kind;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.SharedFrames;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.device.NodeDevice;
import org.jspecify.annotations.Nullable;

/** Place of a structure in its store: the log, the pages and the memory that it may use. */
public interface StructureContext {
  /** Returns the log that the structures of the store share; it has not been replayed yet. */
  LoggedStore log();

  /** Returns the number of the structure, by which the log and the page map name it. */
  int number();

  /** Returns the counters of the structure's traffic with the device. */
  IoCounters counters();

  /**
   * Returns the settings of the buffer between a tree and the device. Their memory is the share of
   * the tree, if the structures of the store ask for more than the process has.
   */
  BufferConfig buffer();

  /** Returns the frames of the log, for a buffer that logs flushes. */
  StoreLog frames();

  /** Returns whether the device has erase blocks in addition to files. */
  boolean hasBlocks();

  /** Returns the bytes of a page. */
  int pageSize();

  /**
   * Returns the tag in the header of each page of the structure. In a store of several structures
   * the tag depends on the structure's number, so that a page shows which structure it belongs to.
   */
  long tag();

  /** Returns the slots of the page file; their traffic is counted. */
  PageStore slots();

  /**
   * Returns the erase blocks of the device, or null if it has none.
   *
   * @param traffic counts their traffic
   */
  @Nullable BlockSpace blocks(IoCounters traffic);

  /**
   * Returns the raw flash of the device; its traffic is counted. A kind that uses it says so
   * ({@link StructureConfig#isOnRawFlash}).
   */
  RawFlash flash();

  /** Returns a file of pages that belongs to the structure alone; its traffic is not counted. */
  PageStore blockFile();

  /**
   * Divides the memory of an index of blocks between the heap and direct buffers. Logs a warning if
   * the process has less than the index asks for.
   *
   * @param name name of the structure
   * @param asked bytes that its settings ask for
   */
  HeapDivision division(String name, long asked);

  /**
   * Returns the bytes that a pool of pages outside of the heap gets: what it asks for, or its share
   * if the structures of the store ask for more than the process has.
   *
   * @param asked bytes that the settings ask for, as {@link StructureConfig#memory} counts them
   */
  long poolBytes(long asked);

  /** Returns the bytes that a buffer on the heap gets, as {@link #poolBytes} does for a pool. */
  long heapBytes(long asked);

  /** Has a cache of pages follow the memory budget of the store, if it has one. */
  void share(SharedFrames frames);

  /** Returns the shares of indices of blocks in the memory budget of the store. */
  StoreShares shares();

  /** Returns the nodes of a tree on the device. */
  NodeDevice nodes();
}
