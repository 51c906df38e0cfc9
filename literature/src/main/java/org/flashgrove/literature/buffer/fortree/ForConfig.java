package org.flashgrove.literature.buffer.fortree;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * Parameters of the FOR-tree's buffer.
 *
 * @param bufferBytes memory of the Update Buffer Table in bytes
 * @param unit number of nodes per flushing unit, 1 to 64
 * @param warmShare share of the table's nodes that are warm and therefore not flushed, 0 to 1; the
 *     most recently modified nodes are warm
 * @param logsCommits whether commits are logged, unlike in the FOR-tree paper (Jin et al. 2015)
 * @param logBytes log size, in bytes, above which the log is compacted (or rewritten, if commits
 *     are not logged)
 * @param memory rule by which memory is counted: {@code real} or {@code festival64}
 */
public record ForConfig(
    long bufferBytes,
    int unit,
    double warmShare,
    boolean logsCommits,
    long logBytes,
    String memory) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long LEAST_LOG = 64L << 10;
  private static final long STATES_LOG = 10L << 20; // for the states of checkpoints
  private static final long MOST_LOG = 1L << 40;

  /**
   * Parses {@code for:buffer=512K,unit=5,ratio=20%,log=0,memory=real}. All keys are optional. The
   * ratio of Jin et al. (2015) is unknown; 20 % is our choice.
   *
   * @throws SpecException if a key or value is invalid
   */
  public static ForConfig of(Spec spec) {
    long log = spec.bytes("log", 0, 0, MOST_LOG);
    if (log > 0 && log < LEAST_LOG) {
      throw new SpecException(
          spec.name() + ": log=" + log + " (allowed: 0, or " + LEAST_LOG + " to " + MOST_LOG + ")");
    }
    ForConfig config =
        new ForConfig(
            spec.bytes("buffer", DEFAULT_BUFFER, 4L << 10, 1L << 38),
            spec.integer("unit", 5, 1, 64),
            spec.fraction("ratio", 0.2, 0, 1),
            log > 0,
            log > 0 ? log : STATES_LOG,
            spec.choice("memory", "real", "real", "festival64"));
    spec.requireAllUsed();
    return config;
  }
}
