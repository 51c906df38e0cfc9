package org.flashgrove.efind;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * The parameters of eFIND; the defaults are the best ones of the thesis (section 6.5.1).
 *
 * @param bufferBytes memory of write and read buffer together
 * @param readShare part of it that is the read buffer, 0 to 0.8
 * @param readPolicy name of one of the {@link ReadPolicies}
 * @param flushPolicy name of a {@link FlushPolicy}
 * @param oldest part p of the buffered nodes, the oldest, that may be flushed, 0.1 to 1
 * @param unit pages of a flushing unit, 1 to 64
 * @param controlReads whether RQ guides what is cached at a flush
 * @param controlWrites whether WQ guides what is flushed
 * @param seqDistance greatest distance of node ids that counts as almost sequential
 * @param strideDistance distance of node ids beyond which nodes count as distant
 * @param readQueueShare size of RQ as a part of the pages in both buffers, 0 to 1
 * @param writeQueueUnits size of WQ in flushing units, at least 1
 * @param logBytes size of the log above which it is compacted, from 64 KiB on; 0 for no log:
 *     operations are durable at the last barrier then
 * @param memory name of a {@link MemoryModel}
 * @param festival whether Algorithm 7 decides as the C implementation does: almost sequential nodes
 *     win only if they are more than the distant ones, and a node is distant if any id in WQ is at
 *     least {@code strideDistance} away
 * @param packsRows whether modified entries that are points are kept without their upper corners
 * @param packsLog whether the frames of the log are packed
 * @param cachesInnerOnly whether the read buffer takes internal nodes only
 */
public record EfindConfig(
    long bufferBytes,
    double readShare,
    String readPolicy,
    String flushPolicy,
    double oldest,
    int unit,
    boolean controlReads,
    boolean controlWrites,
    int seqDistance,
    int strideDistance,
    double readQueueShare,
    int writeQueueUnits,
    long logBytes,
    String memory,
    boolean festival,
    boolean packsRows,
    boolean packsLog,
    boolean cachesInnerOnly) {

  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;
  private static final long LEAST_LOG = 64L << 10;
  private static final double DEFAULT_READ_SHARE = 0.2;

  /**
   * Reads a spec such as {@code efind:buffer=512K,policy=mh}.
   *
   * @throws SpecException if a key or value is not understood
   */
  public static EfindConfig of(Spec spec) {
    long buffer = spec.bytes("buffer", DEFAULT_BUFFER, 16L << 10, 1L << 38);
    String readPolicy = spec.choice("readpolicy", "s2q", ReadPolicies.names());
    boolean caching = !readPolicy.equals(ReadPolicies.NONE);
    double readShare = spec.fraction("read", caching ? DEFAULT_READ_SHARE : 0, 0, 0.8);
    String control = spec.choice("tc", "both", "none", "reads", "writes", "both");
    EfindConfig config =
        new EfindConfig(
            buffer,
            readShare,
            readPolicy,
            spec.choice("policy", "mh", FlushPolicies.names()),
            spec.fraction("p", 0.6, 0.1, 1),
            spec.integer("unit", 5, 1, 64),
            control.equals("reads") || control.equals("both"),
            control.equals("writes") || control.equals("both"),
            spec.integer("seq", 10, 1, 1 << 20),
            spec.integer("stride", 100, 1, 1 << 30),
            spec.fraction("rq", 0.5, 0, 1),
            spec.integer("wq", 1, 1, 1 << 10),
            logBytes(spec, buffer),
            spec.choice("memory", "real", "real", "festival64"),
            spec.choice("compat", "none", "none", "festival").equals("festival"),
            spec.choice("rows", "full", "full", "packed").equals("packed"),
            spec.choice("logform", "plain", "plain", "packed").equals("packed"),
            spec.choice("cached", "all", "all", "inner").equals("inner"));
    spec.requireAllUsed();
    config.requireConsistent();
    return config;
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

  private void requireConsistent() {
    if (ReadPolicies.named(readPolicy).keepsReadQueue() && !controlReads) {
      throw new SpecException(
          "efind: readpolicy="
              + readPolicy
              + " needs the control of reads (allowed: tc=reads or tc=both, or readpolicy=lru)");
    }
    if (readPolicy.equals(ReadPolicies.NONE) && readShare > 0) {
      throw new SpecException(
          "efind: read=" + readShare + " with readpolicy=none (allowed: read=0%)");
    }
  }

  /** Returns the bytes of the read buffer. */
  long readBytes() {
    return (long) Math.floor(bufferBytes * readShare);
  }

  /** Returns the bytes of the write buffer. */
  long writeBytes() {
    return bufferBytes - readBytes();
  }
}
