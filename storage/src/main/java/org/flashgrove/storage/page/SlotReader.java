package org.flashgrove.storage.page;

import java.nio.ByteBuffer;

/** Reads the slots of a page file that may be damaged. */
public interface SlotReader {
  /** Returns the bytes of a slot. */
  int pageSize();

  /** Returns the number of slots; one that the file holds a part of counts. */
  long count();

  /** Reads a slot; returns false if there is none, or it cannot be read whole. */
  boolean read(long slot, ByteBuffer into);
}
