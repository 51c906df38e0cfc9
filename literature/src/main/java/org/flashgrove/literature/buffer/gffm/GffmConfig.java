package org.flashgrove.literature.buffer.gffm;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.literature.replacement.HotColdLruPolicy;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.pool.PoolBuffer;

/**
 * Parameters of the buffer of GFFM, the grid file for flash memory (A. Fevgas, P. Bozanis, DEXA
 * 2015). It is a pool of complete pages, buckets and directory pages alike, whose flushes write
 * batches of cold dirty pages. With {@code gridfile} it is GFFM, but it works with every tree.
 *
 * <p>The paper was not available. The thesis (section 8.2) describes a buffer based on LRU whose
 * flushes write only cold pages. The rest is our choice, see the keys. The directory stays in
 * memory if it fits in a share of the buffer. The paper has no log, so commits are durable as of
 * the last checkpoint.
 *
 * @param bufferBytes memory in bytes
 * @param hotShare share of hot pages among pages other than the directory, 0 to 1
 * @param directoryShare share of pages reserved for nodes above the leaves, 0 to 1
 * @param batchPages greatest number of pages that a flush writes
 * @param cleanFirst whether a flush waits until no clean cold page can be evicted
 * @param logBytes size at which the log of checkpoint states is rewritten
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

  /** A page object with its buffer, and its places in map and queue. */
  private static final int PAGE_OVERHEAD = 192;

  /**
   * Reads {@code gffm:buffer=512K,hot=50%,directory=25%,unit=16,flush=full|dirty,log=10M}. With
   * {@code flush=full} a flush happens whenever room is needed and a dirty page is cold; with
   * {@code dirty} only if no clean cold page can be evicted.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key is unknown or a value is not allowed
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
