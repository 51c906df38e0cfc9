package org.flashgrove.core.failure;

/**
 * Thrown when a key or an id already has a record, or has several records where only one is
 * allowed. Nothing was changed.
 */
public final class DuplicateKeyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final long key;

  /**
   * Creates the exception for a key.
   *
   * @param key the key or id
   * @param problem the problem and its solution, such as {@code already exists; use upsert}
   */
  public DuplicateKeyException(long key, String problem) {
    this("key", key, problem);
  }

  /**
   * Creates the exception for a key or an id.
   *
   * @param kind {@code key} or {@code id}; the first word of the message
   */
  public DuplicateKeyException(String kind, long key, String problem) {
    super(kind + " " + key + " " + problem);
    this.key = key;
  }

  /**
   * Creates the exception for the value of an attribute.
   *
   * @param message names the attribute, the problem and its solution
   */
  public DuplicateKeyException(String message) {
    super(message);
    key = 0;
  }

  /** Returns the key or id; 0 if the exception is about the value of an attribute. */
  public long key() {
    return key;
  }
}
