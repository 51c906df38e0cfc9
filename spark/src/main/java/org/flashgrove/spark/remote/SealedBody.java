package org.flashgrove.spark.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.fs.FileRange;

/**
 * Compressed body of a sealed table. To read a range, it reads the chunks that contain the range.
 * It decompresses a chunk only when the caller copies bytes of this chunk.
 */
final class SealedBody {
  private final Chunks chunks;
  private final long length;

  /** Buffers of uncompressed chunks that no read uses. */
  private final Queue<byte[]> free = new ConcurrentLinkedQueue<>();

  /**
   * Creates a body.
   *
   * @param length uncompressed length
   */
  SealedBody(Chunks chunks, long length) {
    this.chunks = chunks;
    this.length = length;
  }

  /** Reads ranges of the file as one batch of requests. */
  interface Fetch {
    List<ByteBuffer> of(List<FileRange> wanted) throws IOException;
  }

  /** Reads one range of the file with one request. */
  interface FetchOne {
    byte[] of(long offset, int length) throws IOException;
  }

  private int first(FileRange range) {
    return chunks.chunkOf(range.getOffset());
  }

  private int last(FileRange range) {
    return chunks.chunkOf(range.getOffset() + range.getLength() - 1);
  }

  private int bodyBytes(int chunk) {
    return (int) Math.min(chunks.chunkBytes(), length - (long) chunk * chunks.chunkBytes());
  }

  /**
   * Reads one range of the body.
   *
   * @param count length of the range, from 1
   */
  void read(long position, ByteBuffer into, int at, int count, FetchOne fetch) throws IOException {
    Some some = new Some(chunks.chunkOf(position));
    some.last = chunks.chunkOf(position + count - 1);
    some.bytes = ByteBuffer.wrap(fetch.of(chunks.start(some.first), some.bytes()));
    byte[] unused = free.poll();
    some.body = unused == null ? some.body : unused;
    try {
      some.copy(position, into, at, count);
    } finally {
      free.add(some.body);
    }
  }

  /**
   * Reads ranges of the body.
   *
   * @param wanted non-empty ranges in ascending order without overlaps
   */
  List<SealedContent> read(List<FileRange> wanted, Fetch fetch) throws IOException {
    List<Some> some = new ArrayList<>();
    List<SealedContent> all = new ArrayList<>();
    for (FileRange range : wanted) {
      Some last = some.isEmpty() ? null : some.get(some.size() - 1);
      if (last == null || first(range) > last.last) {
        last = new Some(first(range));
        some.add(last);
      }
      last.last = Math.max(last.last, last(range));
      all.add(last);
    }
    List<ByteBuffer> fetched = fetch.of(some.stream().map(Some::range).toList());
    for (int i = 0; i < fetched.size(); i++) {
      some.get(i).bytes = fetched.get(i);
    }
    return all;
  }

  /** Consecutive chunks in the form in which the file stores them. */
  private final class Some implements SealedContent {
    private final int first;
    private int last;
    private ByteBuffer bytes;
    private int current = -1;
    private byte[] body = new byte[0];

    Some(int first) {
      this.first = first;
      last = first;
    }

    int bytes() {
      return (int) (chunks.start(last + 1) - chunks.start(first));
    }

    FileRange range() {
      return FileRange.createFileRange(chunks.start(first), bytes());
    }

    @Override
    public void copy(long position, ByteBuffer into, int at, int count) throws IOException {
      int done = 0;
      while (done < count) {
        int chunk = chunks.chunkOf(position + done);
        open(chunk);
        int from = (int) (position + done - (long) chunk * chunks.chunkBytes());
        int piece = Math.min(count - done, body.length - from);
        into.put(at + done, body, from, piece);
        done += piece;
      }
    }

    private void open(int chunk) throws IOException {
      if (chunk == current) {
        return;
      }
      int from = bytes.position() + (int) (chunks.start(chunk) - chunks.start(first));
      current = -1;
      if (body.length != bodyBytes(chunk)) {
        body = new byte[bodyBytes(chunk)];
      }
      chunks.copyBody(chunk, bytes, from, body);
      current = chunk;
    }
  }
}
