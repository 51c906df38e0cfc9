package org.flashgrove.lab.experiment.lrun;

import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.simulator.trace.SyntheticTrace;
import org.flashgrove.simulator.trace.TraceSource;

/** Generated traces. They replace published traces that may not be distributed. */
enum MadeTrace {
  /** Replaces the trace of a bank's transactions, in which a few blocks get most requests. */
  TRANSACTIONS(SyntheticTrace.Pattern.ZIPF, "Zipf, exponent 0.99"),
  /** Replaces the trace of a search engine: half of the requests go to a fifth of the blocks. */
  SEARCHES(SyntheticTrace.Pattern.HOTCOLD, "half of the requests to 20 % of the blocks");

  private static final int BLOCK_BYTES = 512;
  private static final double THETA = 0.99;
  private static final double HOT_PART = 0.2;
  private static final double HOT_SHARE = 0.5;
  private static final double READS = 0.8;

  private final SyntheticTrace.Pattern pattern;
  private final String described;

  MadeTrace(SyntheticTrace.Pattern pattern, String described) {
    this.pattern = pattern;
    this.described = described;
  }

  /** Returns a short description. */
  String described() {
    return described;
  }

  /** Returns the number of requests. */
  static long count(Scale scale) {
    return scale.choose(20_000L, 100_000L, 1_000_000L);
  }

  /** Returns requests to {@code blocks} blocks. The caller closes the result. */
  TraceSource requests(ExperimentRun run, int blocks) {
    SyntheticTrace.Places places =
        new SyntheticTrace.Places(pattern, (long) blocks * BLOCK_BYTES, THETA, HOT_PART, HOT_SHARE);
    long count = count(run.scale());
    return new SyntheticTrace(
        new SyntheticTrace.Shape(places, count, BLOCK_BYTES, READS, 0, run.seed()));
  }
}
