package org.flashgrove.storage.page;

import java.nio.ByteBuffer;

/** Reads the slots of a page file that may be damaged. */
public interface SlotReader {
  /** Returns the size of a slot in bytes. */
  int pageSize();

  /** Returns the number of slots, including a partial one at the end. */
  long count();

  /** Reads a slot; returns false if it does not exist or cannot be read completely. */
  boolean read(long slot, ByteBuffer into);
}
