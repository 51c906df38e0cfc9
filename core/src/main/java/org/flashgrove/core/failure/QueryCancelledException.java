package org.flashgrove.core.failure;

/** Thrown when a query was cancelled before it visited all results. */
public final class QueryCancelledException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public QueryCancelledException() {
    super("the query was cancelled; run it again to get all answers");
  }
}
