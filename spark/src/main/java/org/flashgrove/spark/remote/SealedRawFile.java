package org.flashgrove.spark.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileRange;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.FileRanges;
import org.flashgrove.storage.file.RawFile;

/** File of the store of a sealed table, which is a part of the single file of the table. */
final class SealedRawFile implements RawFile {
  /** Maximum number of bytes of one request. */
  private static final int MOST_BYTES = 8 << 20;

  private final SealedDirectory directory;
  private final String name;
  private final long start;
  private final long length;
  private volatile boolean closed;

  SealedRawFile(SealedDirectory directory, String name, long start, long length) {
    this.directory = directory;
    this.name = name;
    this.start = start;
    this.length = length;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long sizeBytes() {
    requireOpen();
    return length;
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException(name + ": the file is closed");
    }
  }

  @Override
  public int read(long offset, ByteBuffer into, int at, int wanted) {
    requireOpen();
    int count = count(offset, wanted);
    ByteBuffer target = into.duplicate().clear();
    if (!readFromHead(start + offset, target, at, count)) {
      try {
        directory.fetch(start + offset, target, at, count);
      } catch (IOException e) {
        throw new StoreIoException(name + ": read of " + count + " bytes at " + offset, e);
      }
    }
    return count;
  }

  private int count(long offset, int wanted) {
    return (int) Math.max(0, Math.min(wanted, length - offset));
  }

  /**
   * Copies a range of this file from the head, which is in memory. Returns false if neither the
   * head itself nor the copies of ranges in the head contain the whole range.
   */
  private boolean readFromHead(long offset, ByteBuffer into, int at, int count) {
    if (offset >= directory.headPosition()) {
      into.put(at, directory.head(), (int) (offset - directory.headPosition()), count);
      return true;
    }
    int done = 0;
    while (done < count) {
      Map.Entry<Long, SealedLayout.Copy> entry = directory.copyAt(offset + done);
      SealedLayout.Copy copy = entry == null ? null : entry.getValue();
      if (copy == null || offset + done >= copy.offset() + copy.length()) {
        return false;
      }
      int skipped = (int) (offset + done - copy.offset());
      int piece = Math.min(count - done, copy.length() - skipped);
      int from = (int) (copy.copyOffset() - directory.headPosition()) + skipped;
      into.put(at + done, directory.head(), from, piece);
      done += piece;
    }
    return true;
  }

  /** Several consecutive ranges with small gaps, which are read as one range of the sealed file. */
  private record Run(int first, int next, FileRange wanted) {}

  /**
   * Reads all ranges as one batch of requests. Consecutive ranges with small gaps between them
   * share one request.
   */
  @Override
  public boolean readTogether(FileRanges ranges, ByteBuffer into, int depth) {
    requireOpen();
    ByteBuffer target = into.duplicate().clear();
    int[] far =
        IntStream.range(0, ranges.count())
            .filter(
                i -> {
                  int count = count(ranges.offset(i), ranges.length(i));
                  ranges.setRead(i, count);
                  return !readFromHead(start + ranges.offset(i), target, ranges.at(i), count);
                })
            .boxed()
            .sorted(Comparator.comparingLong(ranges::offset))
            .mapToInt(Integer::intValue)
            .toArray();
    List<Run> runs = runs(ranges, far);
    try {
      List<SealedContent> contents = directory.fetch(runs.stream().map(Run::wanted).toList());
      for (int i = 0; i < runs.size(); i++) {
        for (int j = runs.get(i).first; j < runs.get(i).next; j++) {
          long position = start + ranges.offset(far[j]);
          contents.get(i).copy(position, target, ranges.at(far[j]), ranges.read(far[j]));
        }
      }
    } catch (IOException e) {
      throw new StoreIoException(name + ": read of " + runs.size() + " ranges", e);
    }
    return true;
  }

  private List<Run> runs(FileRanges ranges, int[] sorted) {
    List<Run> runs = new ArrayList<>();
    int first = 0;
    while (first < sorted.length) {
      long from = ranges.offset(sorted[first]);
      long end = end(ranges, sorted[first]);
      int next = first + 1;
      while (next < sorted.length
          && ranges.offset(sorted[next]) - end <= directory.gap()
          && end(ranges, sorted[next]) - from <= MOST_BYTES) {
        end = Math.max(end, end(ranges, sorted[next]));
        next++;
      }
      FileRange wanted = FileRange.createFileRange(start + from, (int) (end - from));
      runs.add(new Run(first, next, wanted));
      first = next;
    }
    return runs;
  }

  private static long end(FileRanges ranges, int range) {
    return ranges.offset(range) + ranges.read(range);
  }

  @Override
  public void write(long offset, ByteBuffer from, int at, int count) {
    throw SealedDirectory.refused();
  }

  @Override
  public void resize(long sizeBytes) {
    throw SealedDirectory.refused();
  }

  @Override
  public void reserve(long sizeBytes) {
    throw SealedDirectory.refused();
  }

  @Override
  public void sync() {
    requireOpen();
  }

  @Override
  public void close() {
    closed = true;
  }
}
