package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.util.Comparator;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.jspecify.annotations.Nullable;

/**
 * External merge sort (ES). It sorts runs that fit in memory by quicksort, and merges F = floor(M /
 * u) - 1 of them at a time. The last merge runs while the caller reads. For D pages of records it
 * writes and reads D * max(1, ceil(log_F(ceil(D / M)))) pages. It writes none if all records fit in
 * memory.
 *
 * <p>M is the memory and u the I/O unit, in pages. The first pass uses M - u pages for records and
 * four bytes per record for their order. So runs are a few percent shorter than M.
 */
public final class ExternalSort implements SortedCursor {
  private final RecordCursor input;
  private final @Nullable Comparator<ByteBuffer> ties;
  private final SortConfig config;
  private final TemporarySpace space;
  private final long writtenBefore;
  private final long readBefore;
  private @Nullable MergeSort sort;
  private long peakBytes;
  private boolean closed;

  /**
   * Creates a sort, which begins with the first call of {@link #next}.
   *
   * @param input records to sort; closed with the sort
   * @param space receives the runs; not closed with the sort
   * @throws IllegalArgumentException if the memory is too small for the pages of the space
   */
  public ExternalSort(RecordCursor input, SortConfig config, TemporarySpace space) {
    this(input, null, config, space);
  }

  /**
   * Creates a sort with a secondary order for records with equal keys.
   *
   * @param ties compares the bodies of records with equal keys; null for the order of RIDs
   */
  ExternalSort(
      RecordCursor input,
      @Nullable Comparator<ByteBuffer> ties,
      SortConfig config,
      TemporarySpace space) {
    config.memoryPages(space.pageSize());
    this.ties = ties;
    this.input = input;
    this.config = config;
    this.space = space;
    writtenBefore = space.pagesWritten();
    readBefore = space.pagesRead();
  }

  @Override
  public boolean next() {
    if (closed) {
      throw new IllegalStateException("sort: is closed; start a new sort");
    }
    if (sort == null) {
      int pageSize = space.pageSize();
      ByteBuffer memory = AlignedBuffers.allocate(config.memoryPages(pageSize) * pageSize);
      sort = new MergeSort(memory, config.unitPages(), ties, space);
      sort.take(input);
      peakBytes = memory.capacity() + sort.tableBytes();
    }
    return sort.next();
  }

  private MergeSort begun() {
    if (sort == null) {
      throw new IllegalStateException(
          "sort: is at no record; read a record only after next() returned true");
    }
    return sort;
  }

  @Override
  public long rid() {
    return begun().rid();
  }

  @Override
  public long key() {
    return begun().key();
  }

  @Override
  public ByteBuffer record() {
    return begun().body();
  }

  @Override
  public ScanStats figures() {
    return input.figures();
  }

  @Override
  public SortStats sortFigures() {
    return new SortStats(
        sort == null ? 0 : sort.records(),
        sort == null ? 0 : sort.bytes(),
        sort == null ? 0 : sort.runCount(),
        sort == null ? 0 : sort.passes(),
        0,
        0,
        config.unitPages(),
        0,
        space.pagesWritten() - writtenBefore,
        space.pagesRead() - readBefore,
        peakBytes);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (sort != null) {
        sort.close();
      }
      input.close();
    }
  }
}
