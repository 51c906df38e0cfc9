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

/** Temporary pages, on any device, for RIDs that do not fit in memory. */
@FunctionalInterface
public interface SpillPages {
  /** Bytes of a page where the memory of a scan allows it. */
  int USUAL_PAGE_BYTES = 4096;

  /** Empty pages for one scan, which closes them; whatever is in them may be gone then. */
  PageStore open();

  /**
   * Opens empty pages for a scan whose memory fits pages up to a size. An implementation with one
   * page size returns that size, and a scan whose memory is too small for it fails when it spills.
   *
   * @param mostPageBytes 512 or more
   */
  default PageStore open(int mostPageBytes) {
    return open();
  }

  /**
   * Returns temporary pages in a file of a directory, which is deleted when they are closed. Pages
   * have 4,096 bytes, or fewer if the scan's memory does not fit three of them.
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

  /** Pages in a file in the directory for temporary files. */
  static SpillPages inTemporaryDirectory() {
    return in(Path.of(System.getProperty("java.io.tmpdir")));
  }
}
