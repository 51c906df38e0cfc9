package org.flashgrove.core.flash;

import org.flashgrove.core.failure.StoreException;

/**
 * A program or an erase that the chip reports as failed. The block is to be retired: what is
 * readable in it should be moved and the block marked bad.
 */
public final class BlockFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final int block;

  /** Creates the error of an operation that failed in a block. */
  public BlockFailedException(String operation, int block) {
    super("flash block " + block + ": " + operation + " failed");
    this.block = block;
  }

  /** Returns the block that failed. */
  public int block() {
    return block;
  }
}
