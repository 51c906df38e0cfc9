package org.flashgrove.simulator.ftl.space;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.figures.Origin;

/**
 * Logical pages that can be overwritten, over flash that cannot.
 *
 * <p>A layer does all its flash operations through {@link FlashOperations}, each with an origin; it
 * knows no time. Content is passed by absolute position and is {@code null} where the device keeps
 * none. Pages are within {@code [0, logicalPages())}: the device checks.
 *
 * <p>A write that returned is durable unless the device buffers it. A trim is durable after the
 * next {@link #flush()} that returned; until then the page may come back with its old content after
 * a power loss.
 *
 * <p>After a power loss the object is thrown away, with all it knew. A new one is made over the
 * same flash and {@link #recover()} called before anything else: it finds what there is by the
 * out-of-band areas. Torn pages are not readable there and are passed over.
 *
 * <p>For one thread. A flash that has too few good blocks left ends in {@link WornOutException};
 * reads go on after it.
 */
public interface FlashTranslationLayer {
  /** Returns the number of logical pages, at least 1; fixed. */
  int logicalPages();

  /**
   * Reads a page; one that was never written or is trimmed reads as zeros and costs nothing of the
   * medium but what its mapping costs.
   *
   * @param into receives the content at {@code offset}, unless {@code null}
   * @throws org.flashgrove.core.flash.UncorrectablePageException if the content is lost
   */
  void read(int page, Origin origin, ByteBuffer into, int offset);

  /**
   * Returns the physical address of a page, or -1 if the layer cannot find it without reading the
   * flash. Costs nothing.
   */
  default int physicalPage(int page) {
    return -1;
  }

  /** Writes a page, whose content starts at {@code offset} of {@code from}, if not {@code null}. */
  void write(int page, Origin origin, ByteBuffer from, int offset);

  /** Gives up pages {@code [first, first + count)}; they read as zeros. */
  void trim(int first, int count);

  /** Returns when every trim before it is durable, and whatever the layer buffers itself. */
  void flush();

  /**
   * Returns whether the content of a physical page with a readable tag may be asked for again, also
   * after a restart; false if surely not.
   */
  default boolean isNeeded(int physicalPage) {
    return true;
  }

  /** Finds the mapping again after a power loss; called once, on a new object, before all else. */
  void recover();
}
