package org.flashgrove.access.scan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.page.ForwardingPageStore;

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
        return openFile(
            directory, Math.min(USUAL_PAGE_BYTES, Integer.highestOneBit(mostPageBytes)));
      }
    };
  }

  private static PageStore openFile(Path directory, int pageBytes) {
    Path own;
    try {
      own = Files.createTempDirectory(directory, "flashgrove-scan");
    } catch (IOException e) {
      throw StoreIoException.of(directory + ": cannot be written", e);
    }
    FileDevice device = FileDevice.over(new DiskDirectory(own), RawFile.Caching.BUFFERED);
    return new ForwardingPageStore(device.createPages("rids.spill", pageBytes)) {
      @Override
      public void close() {
        try {
          super.close();
        } finally {
          delete(own);
        }
      }
    };
  }

  private static void delete(Path own) {
    try {
      Files.deleteIfExists(own.resolve("rids.spill"));
      Files.deleteIfExists(own);
    } catch (IOException e) {
      throw StoreIoException.of(own + ": cannot be removed", e);
    }
  }

  /** Returns a supplier of temporary pages in the JVM's temporary directory. */
  static SpillPages inTemporaryDirectory() {
    return in(Path.of(System.getProperty("java.io.tmpdir")));
  }
}
