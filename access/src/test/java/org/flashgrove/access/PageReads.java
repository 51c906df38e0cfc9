package org.flashgrove.access;

import java.util.BitSet;
import org.flashgrove.storage.file.StoreDirectory;

/** Directory that records which pages of a file are read before they are written. */
final class PageReads extends WatchedDirectory {
  private final String watched;
  private final int pageSize;
  private final BitSet pages = new BitSet();
  private final BitSet written = new BitSet();

  PageReads(StoreDirectory directory, String watched, int pageSize) {
    super(directory);
    this.watched = watched;
    this.pageSize = pageSize;
  }

  /**
   * Returns the pages that were read since the last call. Pages that had been written before they
   * were read are left out.
   */
  BitSet take() {
    BitSet taken = (BitSet) pages.clone();
    pages.clear();
    return taken;
  }

  @Override
  void reading(String file, long offset, int length) {
    for (int page = first(offset); file.equals(watched) && page <= last(offset, length); page++) {
      pages.set(page, pages.get(page) || !written.get(page));
    }
  }

  @Override
  void writing(String file, long offset, int length) {
    if (file.equals(watched)) {
      written.set(first(offset), last(offset, length) + 1);
    }
  }

  private int first(long offset) {
    return (int) (offset / pageSize);
  }

  private int last(long offset, int length) {
    return (int) ((offset + length - 1) / pageSize);
  }
}
