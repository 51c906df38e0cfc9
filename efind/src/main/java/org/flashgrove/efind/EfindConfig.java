package org.flashgrove.efind;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.change.MemoryModel;

/**
 * The parameters of eFIND; the defaults are the best ones of the thesis (section 6.5.1).
 *
 * @param buffers memory, and what it holds
 * @param flushing what a flush writes
 * @param control temporal control
 * @param logBytes size of the log above which it is compacted, from 64 KiB on; 0 for no log:
 *     operations are durable at the last checkpoint then
 * @param packsLog whether the frames of the log are packed
 */
public record EfindConfig(
    Buffers buffers, Flushing flushing, Control control, long logBytes, boolean packsLog) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;
  private static final long LEAST_LOG = 64L << 10;
  private static final double DEFAULT_READ_SHARE = 0.2;

  /**
   * Memory, and what it holds.
   *
   * @param bytes memory of write and read buffer together
   * @param readShare part of it that is the read buffer, 0 to 0.8
   * @param readPolicy name of one of the {@link ReadPolicies}
   * @param memory name of a {@link MemoryModel}
   * @param packsRows whether modified entries that are points are kept without their upper corners
   * @param cachesInnerOnly whether the read buffer takes internal nodes only
   */
  public record Buffers(
      long bytes,
      double readShare,
      String readPolicy,
      String memory,
      boolean packsRows,
      boolean cachesInnerOnly) {
    private static Buffers of(Spec spec) {
      long bytes = spec.bytes("buffer", DEFAULT_BUFFER, 16L << 10, 1L << 38);
      String readPolicy = spec.choice("readpolicy", "s2q", ReadPolicies.names());
      boolean caching = !readPolicy.equals(ReadPolicies.NONE);
      return new Buffers(
          bytes,
          spec.fraction("read", caching ? DEFAULT_READ_SHARE : 0, 0, 0.8),
          readPolicy,
          spec.choice("memory", "real", "real", "festival64"),
          spec.choice("rows", "full", "full", "packed").equals("packed"),
          spec.choice("cached", "all", "all", "inner").equals("inner"));
    }

    /** Returns the bytes of the read buffer. */
    long readBytes() {
      return (long) Math.floor(bytes * readShare);
    }

    /** Returns the bytes of the write buffer. */
    long writeBytes() {
      return bytes - readBytes();
    }
  }

  /**
   * Settings of a flush.
   *
   * @param policy name of a {@link FlushPolicy}
   * @param oldest part p of the buffered nodes, the oldest, that may be flushed, 0.1 to 1
   * @param unit pages of a flushing unit, 1 to 64
   * @param together units of one page that are flushed together at most, where the device reads
   *     several pages side by side, 1 to 64
   */
  public record Flushing(String policy, double oldest, int unit, int together) {
    private static Flushing of(Spec spec) {
      return new Flushing(
          spec.choice("policy", "mh", FlushPolicies.names()),
          spec.fraction("p", 0.6, 0.1, 1),
          spec.integer("unit", 5, 1, 64),
          spec.integer("together", 1, 1, 64));
    }
  }

  /**
   * Temporal control.
   *
   * @param reads whether RQ guides what is cached at a flush
   * @param writes whether WQ guides what is flushed
   * @param seqDistance greatest distance of node ids that counts as almost sequential
   * @param strideDistance distance of node ids beyond which nodes count as distant
   * @param readQueueShare size of RQ as a part of the pages in both buffers, 0 to 1
   * @param writeQueueUnits size of WQ in flushing units, at least 1
   * @param festival whether Algorithm 7 decides as the C implementation does: almost sequential
   *     nodes win only if they are more than the distant ones, and a node is distant if any id in
   *     WQ is at least {@code strideDistance} away
   */
  public record Control(
      boolean reads,
      boolean writes,
      int seqDistance,
      int strideDistance,
      double readQueueShare,
      int writeQueueUnits,
      boolean festival) {
    private static Control of(Spec spec) {
      String control = spec.choice("tc", "both", "none", "reads", "writes", "both");
      return new Control(
          control.equals("reads") || control.equals("both"),
          control.equals("writes") || control.equals("both"),
          spec.integer("seq", 10, 1, 1 << 20),
          spec.integer("stride", 100, 1, 1 << 30),
          spec.fraction("rq", 0.5, 0, 1),
          spec.integer("wq", 1, 1, 1 << 10),
          spec.choice("compat", "none", "none", "festival").equals("festival"));
    }
  }

  /** Refuses a read buffer that does not go together with the control of reads. */
  public EfindConfig {
    String readPolicy = buffers.readPolicy();
    if (ReadPolicies.named(readPolicy).keepsReadQueue() && !control.reads()) {
      throw new SpecException(
          "efind: readpolicy="
              + readPolicy
              + " needs the control of reads (allowed: tc=reads or tc=both, or readpolicy=lru)");
    }
    if (readPolicy.equals(ReadPolicies.NONE) && buffers.readShare() > 0) {
      throw new SpecException(
          "efind: read=" + buffers.readShare() + " with readpolicy=none (allowed: read=0%)");
    }
  }

  /**
   * Reads a spec such as {@code efind:buffer=512K,policy=mh}.
   *
   * @throws SpecException if a key or value is not understood
   */
  public static EfindConfig of(Spec spec) {
    Buffers buffers = Buffers.of(spec);
    Flushing flushing = Flushing.of(spec);
    Control control = Control.of(spec);
    long logBytes = logBytes(spec, buffers.bytes());
    boolean packsLog = spec.choice("logform", "plain", "plain", "packed").equals("packed");
    spec.requireAllUsed();
    return new EfindConfig(buffers, flushing, control, logBytes, packsLog);
  }

  private static long logBytes(Spec spec, long buffer) {
    long bytes = spec.bytes("log", Math.max(SMALLEST_LOG, 2 * buffer), 0, 1L << 40);
    if (bytes > 0 && bytes < LEAST_LOG) {
      throw new SpecException(
          "efind: log="
              + bytes
              + " (allowed: 0 for none, or a size of at least "
              + LEAST_LOG
              + ")");
    }
    return bytes;
  }
}
