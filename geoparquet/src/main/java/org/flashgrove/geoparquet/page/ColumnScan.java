package org.flashgrove.geoparquet.page;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.flashgrove.datasets.source.SourceReadException;

/**
 * Reads all pages of one column, in the order of the file. If the heap is large enough, a
 * background thread reads and decompresses pages before the caller needs them. Only one thread may
 * call the methods.
 */
public final class ColumnScan implements AutoCloseable {
  /** Name of the threads of scans. */
  static final String THREAD = "flashgrove-parquet";

  /** Smallest heap in bytes with which a scan uses a background thread. */
  private static final long LEAST_HEAP = 1L << 28;

  /** Number of bytes of decompressed pages at which the thread waits. */
  private static final int MOST_BYTES = 1 << 20;

  /**
   * Page of the column.
   *
   * @param group number of the row group
   * @param data the page; null after the last page of the column
   * @param dictionary dictionary of the column in this row group; null if it has none
   */
  public record Page(int group, DataPage data, Dictionary dictionary) {}

  private final ParquetFile file;
  private final ColumnDescriptor column;
  private final boolean isAhead;
  private final Deque<Page> ready = new ArrayDeque<>();
  private int group;
  private ColumnPages pages;
  private Dictionary dictionary;
  private long readyBytes;
  private Throwable failure;
  private boolean isClosed;

  /**
   * Starts a scan.
   *
   * @param group number of the first row group to read
   */
  public ColumnScan(ParquetFile file, ColumnDescriptor column, int group) {
    this(file, column, group, isParallel());
  }

  /**
   * Starts a scan.
   *
   * @param isAhead whether a background thread reads pages ahead
   */
  ColumnScan(ParquetFile file, ColumnDescriptor column, int group, boolean isAhead) {
    this.file = file;
    this.column = column;
    this.group = group;
    this.isAhead = isAhead;
    if (isAhead) {
      start(this::readAhead);
    }
  }

  static void start(Runnable work) {
    Thread thread = new Thread(work, THREAD);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns whether memory and processors suffice for reading pages in further threads. */
  public static boolean isParallel() {
    Runtime jvm = Runtime.getRuntime();
    return jvm.availableProcessors() > 1 && jvm.maxMemory() >= LEAST_HEAP;
  }

  /**
   * Returns the next page. It remains valid until the next call.
   *
   * @return a page without data at the end of the column
   * @throws org.flashgrove.datasets.InputException if a page is damaged
   */
  public Page next() {
    return isAhead ? take() : read();
  }

  private Page read() {
    while (group < file.groupCount()) {
      if (pages == null) {
        pages = file.columnPages(group, column);
        dictionary = dictionary(pages);
      }
      DataPage data = pages.readPage();
      if (data != null) {
        return new Page(group, data, dictionary);
      }
      pages = null;
      group++;
    }
    return new Page(group, null, null);
  }

  private Dictionary dictionary(PageReader pages) {
    DictionaryPage page = pages.readDictionaryPage();
    try {
      return page == null ? null : page.getEncoding().initDictionary(column, page);
    } catch (IOException e) {
      throw file.damaged(
          "column " + column.getPath()[0], e.getMessage(), "a complete Parquet file", e);
    }
  }

  private void readAhead() {
    try {
      for (Page page = read(); put(page) && page.data != null; page = read()) {
        // reads the next page
      }
    } catch (InterruptedException e) {
      fail(interrupted(file));
    } catch (RuntimeException | Error e) { // passed on to the caller
      fail(e);
    }
  }

  /** Waits for room and adds a page. Returns false if the scan is closed. */
  private synchronized boolean put(Page page) throws InterruptedException {
    int size = page.data == null ? 0 : page.data.getUncompressedSize();
    if (pages != null) {
      pages.detach(); // the page keeps its array
    }
    ready.add(page);
    readyBytes += size;
    notifyAll();
    while (readyBytes + size > MOST_BYTES && !ready.isEmpty() && !isClosed) {
      wait();
    }
    return !isClosed;
  }

  private synchronized void fail(Throwable cause) {
    failure = cause;
    notifyAll();
  }

  /** Returns an exception for a thread that was interrupted while it waited for another thread. */
  static SourceReadException interrupted(ParquetFile file) {
    Thread.currentThread().interrupt();
    return new SourceReadException(file.name(), "cannot be read", new ClosedByInterruptException());
  }

  private synchronized Page take() {
    try {
      while (ready.isEmpty() && failure == null) {
        wait();
      }
    } catch (InterruptedException e) {
      throw interrupted(file);
    }
    if (ready.isEmpty()) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
    Page page = ready.remove();
    readyBytes -= page.data == null ? 0 : page.data.getUncompressedSize();
    notifyAll();
    return page;
  }

  /** Ends the scan. A thread that is reading a page stops after it. */
  @Override
  public synchronized void close() {
    isClosed = true;
    ready.clear();
    notifyAll();
  }
}
