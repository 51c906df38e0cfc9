package org.flashgrove.access.join;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/** Counts what a run of a join costs, and ends it early if it is watched. For several threads. */
final class JoinMeter {
  private static final int CHECKED_EVERY = 1 << 10;

  private final SkipCollector skipped = new SkipCollector();
  private final LongAdder leftRecords = new LongAdder();
  private final LongAdder rightRecords = new LongAdder();
  private final LongAdder candidates = new LongAdder();
  private final @Nullable QueryWatch watch;

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

  /** Ends the run in an exception if its watch says so. */
  void check() {
    QueryWatch.check(watch);
  }

  /** Checks the watch for some of many numbers. */
  void checkSome(long number) {
    if (number % CHECKED_EVERY == 0) {
      check();
    }
  }

  /** Returns a condition that ends searches of an index as this ends the run. */
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
