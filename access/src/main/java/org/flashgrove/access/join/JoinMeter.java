package org.flashgrove.access.join;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.core.failure.QueryCancelledException;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * Counts the cost of a run of a join, and ends the run on a timeout or a cancellation. Safe for use
 * by several threads.
 */
final class JoinMeter {
  private static final int CHECKED_EVERY = 1 << 10;

  private final SkipCollector skipped = new SkipCollector();
  private final LongAdder leftRecords = new LongAdder();
  private final LongAdder rightRecords = new LongAdder();
  private final LongAdder candidates = new LongAdder();
  private final @Nullable QueryWatch watch;
  private volatile boolean ended;

  JoinMeter(@Nullable QueryWatch watch) {
    this.watch = watch;
  }

  LongAdder leftRecords() {
    return leftRecords;
  }

  LongAdder rightRecords() {
    return rightRecords;
  }

  SkipCollector skipped() {
    return skipped;
  }

  void addCandidates(long number) {
    candidates.add(number);
  }

  /** Ends the run: each later {@link #check} throws. */
  void end() {
    ended = true;
  }

  /** Throws if the run has ended, was cancelled or has timed out. */
  void check() {
    QueryWatch.check(watch);
    if (ended) {
      throw new QueryCancelledException();
    }
  }

  /**
   * Calls {@link #check} if {@code number} is a multiple of 1,024. A call for each number would be
   * slow.
   */
  void checkSome(long number) {
    if (number % CHECKED_EVERY == 0) {
      check();
    }
  }

  /**
   * Returns a condition that an index search evaluates. It always returns false, but throws when
   * the run was cancelled or has timed out.
   */
  BooleanSupplier ends() {
    return () -> {
      check();
      return false;
    };
  }

  JoinFigures figures() {
    return new JoinFigures(
        candidates.sum(), leftRecords.sum(), rightRecords.sum(), skipped.skipped());
  }
}
