package org.flashgrove.core.failure;

import java.time.Duration;

/** Thrown when a query exceeds its time limit before it visited all results. */
public final class QueryTimeoutException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception of a query with a time limit. */
  public QueryTimeoutException(Duration timeout) {
    super("the query took longer than " + timeout + "; give it more time or ask for less");
  }
}
