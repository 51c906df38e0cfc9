package org.flashgrove.salvage.page;

import java.nio.ByteBuffer;

/**
 * Recognizes and checks the pages of one kind of structure. Trees and heap files are such kinds.
 */
public interface PageKind {
  /**
   * Returns whether a page is of this kind. The page has a correct checksum, but may be a page of
   * another store.
   */
  boolean isOne(ByteBuffer page);

  /**
   * Returns the tag in a page of this kind. The tag identifies the store and the structure to which
   * the page belongs.
   */
  long tag(ByteBuffer page);

  /**
   * Adds a page of the structure to the index of images.
   *
   * @param slot slot of the page
   * @return false if the page was not added, because its content is impossible
   */
  boolean take(long slot, ByteBuffer page, ImageIndex into);
}
