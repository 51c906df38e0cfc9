package org.flashgrove.access.scan;

import java.nio.file.Path;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.temporary.TemporarySpace;

/** Supplies temporary pages for RIDs that do not fit in memory. */
@FunctionalInterface
public interface SpillPages {
  /** Default page size in bytes; a scan with little memory uses smaller pages. */
  int USUAL_PAGE_BYTES = 4096;

  /**
   * Opens empty pages for one scan. The scan closes them at its end, and their content is not
   * needed afterwards.
   */
  PageStore open();

  /**
   * Opens empty pages for a scan with limited memory. The default implementation returns pages of
   * the default size. If the scan's memory is too small for such pages, the scan throws when it
   * spills RIDs.
   *
   * @param mostPageBytes maximum page size in bytes, at least 512
   */
  default PageStore open(int mostPageBytes) {
    return open();
  }

  /**
   * Returns a supplier of temporary pages in a file of a directory. The file is deleted when the
   * pages are closed. A page has 4,096 bytes, or fewer if three pages of that size exceed half of
   * the scan's memory.
   */
  static SpillPages in(Path directory) {
    return new SpillPages() {
      @Override
      public PageStore open() {
        return open(USUAL_PAGE_BYTES);
      }

      @Override
      public PageStore open(int mostPageBytes) {
        return TemporarySpace.pagesIn(
            directory, Math.min(USUAL_PAGE_BYTES, Integer.highestOneBit(mostPageBytes)));
      }
    };
  }

  /** Returns a supplier of temporary pages in the JVM's temporary directory. */
  static SpillPages inTemporaryDirectory() {
    return in(Path.of(System.getProperty("java.io.tmpdir")));
  }
}
