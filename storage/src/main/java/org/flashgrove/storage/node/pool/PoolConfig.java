package org.flashgrove.storage.node.pool;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Parameters of {@link PoolBuffer}.
 *
 * @param bufferBytes memory in bytes, used if {@code frames} is 0
 * @param frames maximum number of pages, or 0 to compute it from {@code bufferBytes}
 * @param logBytes log size in bytes above which the log is compacted
 * @param packsLog whether the log compresses frames that are written together
 * @param festival whether memory is counted as in the C implementation FESTIval: a page costs its
 *     size plus 4 bytes (8 with HLRU), and another page is allowed as long as any byte is left
 * @param pageOverhead memory in bytes that a page needs in addition to its content
 * @param together maximum number of pages written in one batch when a changed page is evicted; also
 *     the maximum number of nodes with deferred changes that are read together
 * @param warmBytes bytes of inner nodes to read when a store is opened
 * @param policy creates the replacement policy
 */
public record PoolConfig(
    long bufferBytes,
    int frames,
    long logBytes,
    boolean packsLog,
    boolean festival,
    int pageOverhead,
    int together,
    long warmBytes,
    PolicyMaker policy) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;
  private static final int MOST_TOGETHER = 256;
  private static final int FESTIVAL_PAGE_OVERHEAD = 4;
  private static final int FESTIVAL_HLRU_OVERHEAD = 8;

  /**
   * Heap bytes per page in addition to its content: a page object, a buffer object, and entries in
   * the policy's map and queue.
   */
  static final int PAGE_OVERHEAD = 192;

  /**
   * Parses a spec such as {@code none:frames=128}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is invalid
   */
  public static PoolConfig of(Spec spec) {
    long buffer = spec.bytes("buffer", DEFAULT_BUFFER, 16L << 10, 1L << 38);
    int frames = spec.integerIfGiven("frames", PoolBuffer.MIN_FRAMES, 1 << 28);
    String policy = ReplacementPolicies.chosen(spec);
    boolean festival = spec.choice("memory", "real", "real", "festival64").equals("festival64");
    int festivalOverhead = policy.equals("hlru") ? FESTIVAL_HLRU_OVERHEAD : FESTIVAL_PAGE_OVERHEAD;
    PoolConfig config =
        new PoolConfig(
            buffer,
            frames,
            spec.bytes("log", Math.max(SMALLEST_LOG, 2 * buffer), 64L << 10, 1L << 40),
            spec.choice("logform", "plain", "plain", "packed").equals("packed"),
            festival,
            festival ? festivalOverhead : PAGE_OVERHEAD,
            spec.integer("behind", 1, 1, MOST_TOGETHER),
            spec.bytes("warm", 0, 0, 1L << 30),
            ReplacementPolicies.named(policy, spec));
    spec.requireAllUsed();
    return config;
  }

  /** Creates a cache with these parameters. */
  public PoolBuffer pool(NodeDevice device, TreeLayout layout) {
    return new PoolBuffer(
        "pool",
        device,
        layout,
        frameCount(device),
        policy,
        together,
        (int) (warmBytes / device.pageSize()),
        packsLog);
  }

  /**
   * Returns the maximum number of pages that fit into memory, after room for deferred changes is
   * reserved.
   */
  private int frameCount(NodeDevice device) {
    if (frames > 0) {
      return frames;
    }
    int most = frameCount(device.pageSize(), 0);
    int unread = DeferredChanges.nodes(device, together, most);
    return frameCount(device.pageSize(), (long) unread * DeferredChanges.NODE_BYTES);
  }

  private int frameCount(int pageSize, long otherBytes) {
    long cost = pageSize + pageOverhead;
    long bytes = bufferBytes - otherBytes + (festival ? cost - 1 : 0);
    return (int) Math.max(PoolBuffer.MIN_FRAMES, bytes / cost);
  }
}
