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

/** Gives a structure access to the log, the pages and the memory of its store. */
public interface StructureContext {
  /** Returns the log of the store. The log has not been replayed yet. */
  LoggedStore log();

  /** Returns the number of the structure in the log and in page maps. */
  int number();

  /** Returns the counters of the structure's page transfers. */
  IoCounters counters();

  /**
   * Returns the settings of the buffer between a tree and the device. If the process has too little
   * memory for the store, the settings contain the reduced size of the buffer.
   */
  BufferConfig buffer();

  /** Returns the log to which the buffer of a tree appends its records about flushes. */
  StoreLog frames();

  /** Returns whether the device has erase blocks in addition to files. */
  boolean hasBlocks();

  /** Returns the page size in bytes. */
  int pageSize();

  /**
   * Returns the tag in the header of each page of the structure. In a store of several structures
   * the tag depends on the structure's number, so that a page shows which structure it belongs to.
   */
  long tag();

  /**
   * Returns the page file, whose pages are addressed by slot. Transfers are counted by {@link
   * #counters}.
   */
  PageStore slots();

  /**
   * Returns the erase blocks of the device, or null if it has none.
   *
   * @param traffic counts the transfers
   */
  @Nullable BlockSpace blocks(IoCounters traffic);

  /**
   * Returns the raw flash of the device. Transfers are counted by {@link #counters}. A kind that
   * calls this method must return true from {@link StructureConfig#isOnRawFlash}.
   */
  RawFlash flash();

  /**
   * Returns the separate file of the structure. Transfers to and from it are not in {@link
   * #counters}.
   */
  PageStore blockFile();

  /**
   * Divides the memory of a block index between the heap and direct buffers. Logs a warning if the
   * process has less memory than the index requests.
   *
   * @param name name of the structure
   * @param asked memory that the index requests, in bytes
   */
  HeapDivision division(String name, long asked);

  /**
   * Returns the memory that a page pool off the heap gets, in bytes. It is the requested size, or a
   * smaller share if the process has too little memory for the store.
   *
   * @param asked memory that the settings request in {@link StructureConfig#memory}, in bytes
   */
  long poolBytes(long asked);

  /**
   * Returns the memory that a buffer on the heap gets, in bytes. It can be less than {@code asked},
   * as in {@link #poolBytes}.
   */
  long heapBytes(long asked);

  /**
   * Registers a page cache with the memory budget of the store, which may then grow and shrink it.
   * Does nothing if the store has no budget.
   */
  void share(SharedFrames frames);

  /** Returns the memory shares of the store. */
  StoreShares shares();

  /** Returns access to the nodes of a tree on the device. */
  NodeDevice nodes();
}
