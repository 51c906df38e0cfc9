package org.flashgrove.storage.temporary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.page.ForwardingPageStore;

/**
 * Temporary pages on any device, which are freed when the space is closed. It allocates pages up to
 * a limit, reuses freed pages, and counts pages written and read. Nothing is synced, because the
 * content is not needed after a crash.
 *
 * <p>Pages are allocated in ascending order as long as there are free pages after the last
 * allocated ones. So pages that are written one after the other are stored one after the other. For
 * one thread.
 */
public final class TemporarySpace implements AutoCloseable {
  private static final String FILE = "sort.pages";

  private final PageStore pages;
  private final long limitPages;
  private final Runnable afterClose;
  private final BitSet used = new BitSet();
  private int next;
  private long usedPages;
  private long peakPages;
  private long pagesWritten;
  private long pagesRead;
  private long[] slots = new long[64];
  private boolean closed;

  /**
   * Creates a space over pages that nothing else uses.
   *
   * @param pages the pages; closed with the space
   * @param limitBytes maximum size of the space in bytes; at most 2^24 whole pages are used
   * @param afterClose runs after the pages are closed, for example to delete a file
   */
  public TemporarySpace(PageStore pages, long limitBytes, Runnable afterClose) {
    if (limitBytes < 0) {
      throw new IllegalArgumentException(
          "temporary space of " + limitBytes + " bytes (allowed: at least 0)");
    }
    this.pages = pages;
    this.afterClose = afterClose;
    limitPages = Math.min(TemporaryRun.MOST_PAGES, limitBytes / pages.pageSize());
  }

  /**
   * Creates a space in a file of a device. The file is deleted when the space is closed.
   *
   * @param name name of the file, which must not exist
   */
  public static TemporarySpace create(
      FileDevice device, String name, int pageSize, long limitBytes) {
    PageStore pages = device.createPages(name, pageSize);
    return new TemporarySpace(pages, limitBytes, () -> device.directory().delete(name));
  }

  /**
   * Creates a space in a file of a new directory below an existing one. Closing the space deletes
   * the file and the new directory.
   */
  public static TemporarySpace in(Path directory, int pageSize, long limitBytes) {
    return new TemporarySpace(pagesIn(directory, pageSize), limitBytes, () -> {});
  }

  /**
   * Creates pages in a file of a new directory below an existing one. Closing the pages deletes the
   * file and the new directory.
   */
  public static PageStore pagesIn(Path directory, int pageSize) {
    Path own;
    try {
      own = Files.createTempDirectory(directory, "flashgrove-sort");
    } catch (IOException e) {
      throw StoreIoException.of(directory + ": cannot be written", e);
    }
    FileDevice device = FileDevice.over(new DiskDirectory(own), RawFile.Caching.BUFFERED);
    return new ForwardingPageStore(device.createPages(FILE, pageSize)) {
      @Override
      public void close() {
        try (Closeable deletion = () -> delete(own)) {
          super.close();
        } catch (IOException e) {
          throw StoreIoException.of(own + ": cannot be removed", e);
        }
      }
    };
  }

  private static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
    Files.deleteIfExists(directory);
  }

  /** Returns the page size in bytes. */
  public int pageSize() {
    return pages.pageSize();
  }

  /** Returns the number of pages in use. */
  public long usedPages() {
    return usedPages;
  }

  /** Returns the maximum number of pages that were in use at the same time. */
  public long peakPages() {
    return peakPages;
  }

  /** Returns the number of pages written so far. */
  public long pagesWritten() {
    return pagesWritten;
  }

  /** Returns the number of pages read so far. */
  public long pagesRead() {
    return pagesRead;
  }

  /**
   * Allocates {@code count} consecutive pages and returns the first one.
   *
   * @throws StoreIoException if the limit is exceeded
   */
  public int take(int count) {
    int first = gap(next, count);
    if (first < 0) {
      first = gap(0, count);
    }
    if (first < 0) {
      throw new StoreIoException(
          pages.name()
              + ": temporary space is full: "
              + usedPages
              + " pages of "
              + pageSize()
              + " bytes used (allowed: "
              + limitPages
              + ")");
    }
    used.set(first, first + count);
    next = first + count;
    usedPages += count;
    peakPages = Math.max(peakPages, usedPages);
    return first;
  }

  private int gap(int from, int count) {
    int first = used.nextClearBit(from);
    while ((long) first + count <= limitPages) {
      int taken = used.nextSetBit(first);
      if (taken < 0 || taken - first >= count) {
        return first;
      }
      first = used.nextClearBit(taken);
    }
    return -1;
  }

  /** Frees consecutive pages. */
  public void free(int first, int count) {
    used.clear(first, first + count);
    usedPages -= count;
    if (usedPages == 0) {
      next = 0;
    }
  }

  /** Writes the first bytes of a buffer to {@code count} consecutive pages. */
  public void write(int first, int count, ByteBuffer from) {
    number(0, first, count);
    write(count, from);
  }

  /** Writes the first bytes of a buffer to the pages that {@link #number} listed, in one call. */
  public void write(int count, ByteBuffer from) {
    pages.write(slots, count, from);
    pagesWritten += count;
  }

  /**
   * Lists consecutive pages for the next call of {@code read} or {@code write}.
   *
   * @param at position of the first of these pages in the list
   */
  public void number(int at, int first, int count) {
    if (at + count > slots.length) {
      slots = Arrays.copyOf(slots, Math.max(at + count, 2 * slots.length));
    }
    for (int i = 0; i < count; i++) {
      slots[at + i] = first + i;
    }
  }

  /** Reads the pages that {@link #number} listed into the beginning of a buffer, in one call. */
  public void read(int count, ByteBuffer into) {
    pages.read(slots, count, into);
    pagesRead += count;
  }

  /** Closes the space and frees all pages. A second call does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        pages.close();
      } finally {
        afterClose.run();
      }
    }
  }
}
