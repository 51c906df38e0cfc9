package org.flashgrove.spark.dataset;

/**
 * Thrown when a write cannot commit because of a concurrent write. The other write committed first,
 * and the two writes are not serializable. The dataset keeps the other write.
 */
public final class ConflictException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final String problem;

  /** Creates an exception. {@code problem} says what the other write did. */
  ConflictException(String problem) {
    super(problem + "; run the write again");
    this.problem = problem;
  }

  /** Returns a copy of this exception whose message begins with the name of the dataset. */
  ConflictException of(String dataset) {
    return new ConflictException(dataset + ": " + problem);
  }
}
