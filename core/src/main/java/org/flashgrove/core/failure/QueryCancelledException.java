package org.flashgrove.core.failure;

/** A query was cancelled before it had visited all that it was asked for. */
public final class QueryCancelledException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public QueryCancelledException() {
    super("the query was cancelled; run it again to get all answers");
  }
}
