package org.flashgrove.storage.page;

import java.nio.ByteBuffer;

/** Reads the slots of a page file that may be damaged. */
public interface SlotReader {
  /** Bytes of a slot. */
  int pageSize();

  /** Number of slots; one that the file holds a part of counts. */
  long count();

  /** Reads a slot; false if there is none, or it cannot be read whole. */
  boolean read(long slot, ByteBuffer into);
}
