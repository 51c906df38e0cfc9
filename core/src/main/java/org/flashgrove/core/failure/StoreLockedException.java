package org.flashgrove.core.failure;

/** Another process, or another store object of this one, has the store open. */
public class StoreLockedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** The store in {@code directory} is in use. */
  public StoreLockedException(String directory) {
    super(directory + ": the store is open elsewhere (allowed: one process at a time)");
  }
}
