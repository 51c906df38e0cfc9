package org.flashgrove.core.index;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.flashgrove.core.failure.QueryCancelledException;
import org.flashgrove.core.failure.QueryTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Ends a run of a query when it is cancelled or its time limit expires. An index calls {@link
 * #check} for each node or page that it reads, at a moment when it has no page pinned.
 */
public final class QueryWatch {
  private final @Nullable BooleanSupplier cancelled;
  private final @Nullable Duration timeout;
  private final long start = System.nanoTime();

  QueryWatch(@Nullable BooleanSupplier cancelled, @Nullable Duration timeout) {
    this.cancelled = cancelled;
    this.timeout = timeout;
  }

  /** Returns the watch of a run that starts now. */
  public QueryWatch started() {
    return new QueryWatch(cancelled, timeout);
  }

  /**
   * Returns a watch that also ends a query when a condition holds.
   *
   * @param watch a watch whose conditions still apply, or null
   * @param another the additional condition
   */
  public static QueryWatch cancelledBy(@Nullable QueryWatch watch, BooleanSupplier another) {
    Objects.requireNonNull(another, "cancelled");
    BooleanSupplier first = watch == null ? null : watch.cancelled;
    return new QueryWatch(
        first == null ? another : () -> first.getAsBoolean() || another.getAsBoolean(),
        watch == null ? null : watch.timeout);
  }

  /**
   * Returns a watch with a time limit, which replaces the limit of another watch.
   *
   * @param watch a watch whose conditions still apply, or null
   * @param limit greater than zero
   */
  public static QueryWatch withTimeout(@Nullable QueryWatch watch, Duration limit) {
    if (Objects.requireNonNull(limit, "timeout").isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("timeout " + limit + " (allowed: more than 0)");
    }
    return new QueryWatch(watch == null ? null : watch.cancelled, limit);
  }

  /**
   * Throws if the query was cancelled or has exceeded its time limit, and returns otherwise.
   *
   * @throws QueryCancelledException if the query was cancelled
   * @throws QueryTimeoutException if the time limit has passed
   */
  public void check() {
    if (cancelled != null && cancelled.getAsBoolean()) {
      throw new QueryCancelledException();
    }
    if (timeout != null && System.nanoTime() - start >= nanos(timeout)) {
      throw new QueryTimeoutException(timeout);
    }
  }

  /** Calls {@link #check()} unless the watch is null. */
  public static void check(@Nullable QueryWatch watch) {
    if (watch != null) {
      watch.check();
    }
  }

  private static long nanos(Duration timeout) {
    return timeout.compareTo(Duration.ofNanos(Long.MAX_VALUE)) >= 0
        ? Long.MAX_VALUE
        : timeout.toNanos();
  }
}
