package org.flashgrove.efind.fast;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * Parameters of FAST. The defaults are the values in Carniel's thesis (2019, section 6.5).
 *
 * @param bufferBytes memory of the modifications table in bytes
 * @param unit number of nodes per flushing unit, 1 to 64
 * @param policy name of a {@link FastPolicy}
 * @param logBytes size at which the log is compacted
 * @param memory name of the {@link MemoryModel} that counts the used bytes
 * @param packsLog whether frames are written to the log in the packed form, which is shorter
 * @param seed random seed of the policy {@code random}
 */
public record FastConfig(
    long bufferBytes,
    int unit,
    String policy,
    long logBytes,
    String memory,
    boolean packsLog,
    long seed) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;
  private static final int DEFAULT_SEED = 42;

  /**
   * Reads a spec such as {@code fast:buffer=512K,policy=fast*}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  public static FastConfig of(Spec spec) {
    long buffer = spec.bytes("buffer", DEFAULT_BUFFER, 4L << 10, 1L << 38);
    FastConfig config =
        new FastConfig(
            buffer,
            spec.integer("unit", 5, 1, 64),
            spec.choice("policy", FastPolicies.FAST_STAR, FastPolicies.names()),
            spec.bytes("log", Math.max(SMALLEST_LOG, 2 * buffer), 64L << 10, 1L << 40),
            spec.choice("memory", "real", "real", "festival64"),
            spec.choice("logform", "plain", "plain", "packed").equals("packed"),
            spec.integer("seed", DEFAULT_SEED, 0, Integer.MAX_VALUE));
    spec.requireAllUsed();
    return config;
  }
}
