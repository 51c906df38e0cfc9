package org.flashgrove.spark.dataset;

/**
 * Thrown when a write cannot be committed because another one came first and they have no order:
 * the dataset is as the other left it.
 */
public final class ConflictException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final String problem;

  /** Creates an exception; the message says what the other write did. */
  ConflictException(String problem) {
    super(problem + "; run the write again");
    this.problem = problem;
  }

  /** Returns the same exception, whose message begins with the name of a dataset. */
  ConflictException of(String dataset) {
    return new ConflictException(dataset + ": " + problem);
  }
}
