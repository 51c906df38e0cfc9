package org.flashgrove.salvage.page;

import java.nio.ByteBuffer;

/** Rules by which structures of one kind write their pages. */
public interface PageKind {
  /** Returns whether a page whose checksum is right is of this kind, in whichever store. */
  boolean isOne(ByteBuffer page);

  /** Returns what binds a page of this kind to its structure. */
  long tag(ByteBuffer page);

  /**
   * Takes a page of the structure.
   *
   * @return false if it is impossible
   */
  boolean take(long slot, ByteBuffer page, ImageIndex into);
}
