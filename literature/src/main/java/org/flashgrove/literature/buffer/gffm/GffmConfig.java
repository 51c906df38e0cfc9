package org.flashgrove.literature.buffer.gffm;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.literature.replacement.HotColdLruPolicy;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.pool.PoolBuffer;

/**
 * The buffer of GFFM, the grid file for flash memory (A. Fevgas, P. Bozanis, DEXA 2015): a pool of
 * whole pages, buckets and directory pages alike, from which flushes write batches of cold dirty
 * pages. It serves every tree; with {@code gridfile} it is GFFM.
 *
 * <p>The paper was not at hand. The thesis (section 8.2) says: a buffer strategy based on LRU, and
 * flushes that write cold pages only. The rest is judgment, see the keys. The directory stays in
 * memory as far as it fits in a share of the buffer. The paper has no log: what is committed is
 * durable at the last checkpoint.
 *
 * @param bufferBytes memory
 * @param hotShare share of the other pages that are hot, 0 to 1
 * @param directoryShare share of the pages in which nodes above the leaves stay, 0 to 1
 * @param batchPages most pages a flush writes
 * @param cleanFirst whether a flush waits until no clean cold page may leave
 * @param logBytes size above which the log of states at checkpoints is rewritten
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
   * {@code flush=full} there is a flush whenever room is needed and a dirty page is cold, with
   * {@code dirty} only if no clean cold page may leave.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is not understood
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

  /** Returns a buffer with these parameters. */
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
