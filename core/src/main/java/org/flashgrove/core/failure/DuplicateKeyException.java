package org.flashgrove.core.failure;

/**
 * A key or an id has a record already, or several records where one is needed. Nothing has been
 * changed.
 */
public final class DuplicateKeyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final long key;

  /**
   * Creates the error of a key.
   *
   * @param key the key or id
   * @param problem what is wrong and what to do, such as {@code already exists; use upsert}
   */
  public DuplicateKeyException(long key, String problem) {
    this("key", key, problem);
  }

  /**
   * Creates the error of a key or an id.
   *
   * @param kind {@code key} or {@code id}, which the message begins with
   */
  public DuplicateKeyException(String kind, long key, String problem) {
    super(kind + " " + key + " " + problem);
    this.key = key;
  }

  /**
   * Creates the error of a value of an attribute.
   *
   * @param message names the attribute, says what is wrong and what to do
   */
  public DuplicateKeyException(String message) {
    super(message);
    key = 0;
  }

  /** Returns the key or id; of no meaning for the value of an attribute. */
  public long key() {
    return key;
  }
}
