package org.flashgrove.salvage.page;

import java.nio.ByteBuffer;

/** Recognizes and checks the pages of one kind of structure, such as trees or heap files. */
public interface PageKind {
  /**
   * Returns whether a page is of this kind. The page has a correct checksum, but may belong to
   * another store.
   */
  boolean isOne(ByteBuffer page);

  /** Returns the tag that binds a page of this kind to its structure. */
  long tag(ByteBuffer page);

  /**
   * Adds a page of the structure to the index of images.
   *
   * @return false if the content of the page is impossible, so that it was not added
   */
  boolean take(long slot, ByteBuffer page, ImageIndex into);
}
