package org.flashgrove.literature.buffer.gffm;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.literature.replacement.HotColdLruPolicy;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.pool.PoolBuffer;

/**
 * Parameters of the buffer of GFFM, the grid file for flash memory (A. Fevgas, P. Bozanis, DEXA
 * 2015). The buffer is a page cache for the grid file's buckets and directory pages. Its flushes
 * write batches of cold dirty pages. Together with the index {@code gridfile} it is GFFM, but it
 * works with every tree.
 *
 * <p>The paper was not available. Carniel's thesis (2019, section 8.2) describes a buffer based on
 * LRU whose flushes write only cold pages. The rest is our choice, see {@link #of}. Directory
 * pages, which are the nodes above the leaves, stay in memory as long as they fit into a share of
 * the buffer. The paper has no log, so only the state at the last checkpoint is durable.
 *
 * @param bufferBytes memory in bytes
 * @param hotShare maximum share of hot (recently accessed) pages among the pages that are not
 *     directory pages, 0 to 1
 * @param directoryShare share of the buffer reserved for nodes above the leaves, 0 to 1
 * @param batchPages maximum number of pages that a flush writes
 * @param cleanFirst whether a flush is delayed until no clean cold page is left that could be
 *     evicted
 * @param logBytes size, in bytes, above which the log of checkpoint states is rewritten
 */
public record GffmConfig(
    long bufferBytes,
    double hotShare,
    double directoryShare,
    int batchPages,
    boolean cleanFirst,
    long logBytes) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long DEFAULT_LOG = 10L << 20;

  /**
   * Memory in bytes of a page in addition to its content: the page object, its buffer object, and
   * its elements in the map and the queue of the cache.
   */
  private static final int PAGE_OVERHEAD = 192;

  /**
   * Parses {@code gffm:buffer=512K,hot=50%,directory=25%,unit=16,flush=full|dirty,log=10M}. With
   * {@code flush=full}, the cache flushes whenever it needs room and a dirty page is cold. With
   * {@code flush=dirty}, it flushes only if no clean cold page can be evicted.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is invalid
   */
  public static GffmConfig of(Spec spec) {
    GffmConfig config =
        new GffmConfig(
            spec.bytes("buffer", DEFAULT_BUFFER, 4L << 10, 1L << 38),
            spec.fraction("hot", 0.5, 0, 1),
            spec.fraction("directory", 0.25, 0, 0.9),
            spec.integer("unit", 16, 1, 1 << 16),
            spec.choice("flush", "full", "full", "dirty").equals("dirty"),
            spec.bytes("log", DEFAULT_LOG, 64L << 10, 1L << 40));
    spec.requireAllUsed();
    return config;
  }

  /** Creates a buffer with these parameters. */
  public NodeBuffer buffer(NodeDevice device, TreeLayout layout) {
    long frames = bufferBytes / (device.pageSize() + PAGE_OVERHEAD);
    return new PoolBuffer(
        "gffm",
        device,
        layout,
        (int) Math.max(PoolBuffer.MIN_FRAMES, frames),
        HotColdLruPolicy.maker(hotShare, directoryShare, batchPages, cleanFirst),
        1,
        0,
        false);
  }
}
