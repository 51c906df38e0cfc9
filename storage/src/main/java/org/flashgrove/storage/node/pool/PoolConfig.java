package org.flashgrove.storage.node.pool;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * The parameters of the plain pool.
 *
 * @param bufferBytes memory, unless frames are given
 * @param frames pages held at most, or 0 to take them from the memory
 * @param logBytes size of the log above which it is compacted
 * @param packsLog whether the frames of the log are packed
 * @param festival whether memory is counted as the C implementation does: a page is its size plus 4
 *     (8 with HLRU), and a last page fits if any byte is left
 * @param pageOverhead bytes a page costs beside its own
 * @param together pages written in one batch at most when a changed one has to make room, and
 *     changed nodes that are read in one
 * @param warmBytes inner nodes that are read when a store is opened
 * @param policy what replaces pages
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

  /** A page object with its buffer, and its places in map and queue. */
  static final int PAGE_OVERHEAD = 192;

  /**
   * Reads a spec such as {@code none:frames=128}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is not understood
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

  /** Returns a pool with these parameters. */
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

  /** Returns the number of pages held at most, beside changes of nodes that are not. */
  private int frameCount(NodeDevice device) {
    if (frames > 0) {
      return frames;
    }
    int most = frameCount(device.pageSize(), 0);
    int unread = PoolBuffer.deferredNodes(device, together, most);
    return frameCount(device.pageSize(), (long) unread * DeferredChanges.NODE_BYTES);
  }

  private int frameCount(int pageSize, long otherBytes) {
    long cost = pageSize + pageOverhead;
    long bytes = bufferBytes - otherBytes + (festival ? cost - 1 : 0);
    return (int) Math.max(PoolBuffer.MIN_FRAMES, bytes / cost);
  }
}
