package org.flashgrove.geoparquet.page;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Page table that a background thread creates. If the file is closed before, the thread ends. */
public final class PendingTable {
  private final ParquetFile file;
  private final FutureTask<PageTable> work;

  /** Starts to create the table of a file. */
  public PendingTable(ParquetFile file) {
    this.file = file;
    work = new FutureTask<>(() -> PageTable.of(file));
    ColumnScan.start(work);
  }

  /**
   * Waits for the table.
   *
   * @throws org.flashgrove.datasets.InputException if a page is damaged
   */
  public PageTable get() {
    try {
      return work.get();
    } catch (InterruptedException e) {
      throw ColumnScan.interrupted(file);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }
}
