package org.flashgrove.efind;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.change.MemoryModel;

/**
 * Parameters of eFIND. The defaults are the best values in Carniel's thesis (2019, section 6.5.1).
 *
 * @param buffers memory settings
 * @param flushing flush settings
 * @param control temporal control settings
 * @param logBytes size at which the log is compacted, at least 64 KiB; 0 for no log, so that
 *     operations are durable only at a checkpoint
 * @param packsLog whether frames are written to the log in the packed form, which is shorter
 */
public record EfindConfig(
    Buffers buffers, Flushing flushing, Control control, long logBytes, boolean packsLog) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;
  private static final long LEAST_LOG = 64L << 10;
  private static final double DEFAULT_READ_SHARE = 0.2;

  /**
   * Memory settings.
   *
   * @param bytes memory in bytes of the write and read buffer together
   * @param readShare share of the read buffer in this memory, 0 to 0.8
   * @param readPolicy name of the read buffer's replacement policy in {@link ReadPolicies}
   * @param memory name of the {@link MemoryModel} that counts the used bytes
   * @param packsRows whether modified entries that are points are stored without their upper
   *     corners
   * @param cachesInnerOnly whether the read buffer contains only internal nodes
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
   * @param oldest share of the buffered nodes that a flush considers, 0.1 to 1; it considers the
   *     nodes with the oldest changes
   * @param unit number of pages per flushing unit, 1 to 64
   * @param together maximum number of single-page units that are flushed together on a device that
   *     reads several pages concurrently, 1 to 64
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
   * Settings of temporal control. It uses RQ, the queue of recently read nodes, and WQ, the queue
   * of recently written nodes.
   *
   * @param reads whether RQ determines which written nodes a flush puts into the read buffer
   * @param writes whether WQ determines which nodes are flushed
   * @param seqDistance maximum difference of two node ids that count as almost sequential
   * @param strideDistance difference above which two node ids count as distant
   * @param readQueueShare size of RQ as a share of the pages in the read and write buffers, 0 to 1
   * @param writeQueueUnits size of WQ in flushing units, at least 1
   * @param festival whether Algorithm 7 of Carniel's thesis decides like the C implementation
   *     FESTIval: it selects almost sequential nodes only if they outnumber the distant nodes, and
   *     a node is distant if at least one id in WQ is at least {@code strideDistance} away
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

  /**
   * Checks the settings of the read buffer.
   *
   * @throws SpecException if the replacement policy uses RQ as one of its own queues and {@link
   *     Control#reads} is false, or if the policy is {@code none} and the read buffer has memory
   */
  public EfindConfig {
    String readPolicy = buffers.readPolicy();
    if (ReadPolicies.named(readPolicy).keepsReadQueue() && !control.reads()) {
      throw new SpecException(
          "efind: readpolicy="
              + readPolicy
              + " needs temporal control of reads (allowed: tc=reads, tc=both, or readpolicy=lru)");
    }
    if (readPolicy.equals(ReadPolicies.NONE) && buffers.readShare() > 0) {
      throw new SpecException(
          "efind: read=" + buffers.readShare() + " with readpolicy=none (allowed: read=0%)");
    }
  }

  /**
   * Reads a spec such as {@code efind:buffer=512K,policy=mh}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
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
