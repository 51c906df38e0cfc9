package org.flashgrove.core.flash;

import org.flashgrove.core.failure.StoreException;

/**
 * Thrown when the chip reports a failed program or erase. The caller should move the readable pages
 * elsewhere and mark the block bad.
 */
public final class BlockFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final int block;

  /**
   * Creates the exception for a failed operation.
   *
   * @param operation name of the operation, such as {@code erase}
   * @param block number of the block in which the operation failed
   */
  public BlockFailedException(String operation, int block) {
    super("flash block " + block + ": " + operation + " failed");
    this.block = block;
  }

  /** Returns the block that failed. */
  public int block() {
    return block;
  }
}
