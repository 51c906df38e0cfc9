package org.flashgrove.spark.remote;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.spark.dataset.FileCall;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Presents the single file of a sealed table as a read-only directory with the files of the table's
 * store. It opens the file once, reads the head of the file with one request, and keeps the head in
 * memory. All other bytes are read in ranges when they are needed. The pages of a batch are read
 * together.
 */
final class SealedDirectory implements StoreDirectory, AutoCloseable {
  /**
   * I/O depth. It is more than 1 so that pages are requested in batches; the file system decides
   * how many requests run in parallel.
   */
  private static final int DEPTH = 16;

  /**
   * Limit for failed attempts of one read, which is repeated until their weights add up to this
   * limit. A failure that another task caused, for example by closing the stream, has weight 1. Any
   * other failure has half of the limit as its weight.
   */
  private static final int MOST_FAILURES = 64;

  private final FileSystem files;
  private final Path path;
  private final long gap;
  private final byte[] head;
  private final SealedLayout layout;
  private final SealedBody body;
  private volatile FSDataInputStream stream;
  private boolean closed;

  /**
   * Opens a file.
   *
   * @param bytes length of the file
   * @param headOffset offset of the file's head
   * @param gap maximum gap in bytes between two ranges that one request reads together
   */
  SealedDirectory(FileSystem files, Path path, long bytes, long headOffset, long gap)
      throws IOException {
    this.files = files;
    this.path = path;
    this.gap = gap;
    if (headOffset < 0 || bytes - headOffset > Integer.MAX_VALUE || bytes < headOffset) {
      throw new IOException(path + ": head at " + headOffset + " of a file of " + bytes + " bytes");
    }
    stream = FileCall.run(() -> files.open(path));
    boolean read = false;
    try {
      head = request(headOffset, (int) (bytes - headOffset));
      layout = SealedLayout.decode(path.toString(), head, headOffset);
      body =
          layout.chunks() == null ? null : new SealedBody(layout.chunks(), layout.headPosition());
      read = true;
    } finally {
      if (!read) {
        close();
      }
    }
  }

  long gap() {
    return gap;
  }

  Map.Entry<Long, SealedLayout.Copy> copyAt(long offset) {
    return layout.copies().floorEntry(offset);
  }

  /** Returns the head. */
  byte[] head() {
    return head;
  }

  /** Returns the position of the head in the uncompressed file. */
  long headPosition() {
    return layout.headPosition();
  }

  /**
   * Reads a range with one request.
   *
   * @param position start of the range in the uncompressed file
   */
  void fetch(long position, ByteBuffer into, int at, int length) throws IOException {
    if (body != null) {
      body.read(position, into, at, length, this::request);
    } else {
      into.put(at, request(position, length), 0, length);
    }
  }

  /**
   * Reads ranges as one batch of requests, which the file system may run in parallel.
   *
   * @param wanted ranges of the uncompressed file, in ascending order without overlaps
   * @return content of each range
   */
  List<SealedContent> fetch(List<FileRange> wanted) throws IOException {
    if (body != null) {
      return body.read(wanted, this::request);
    }
    List<ByteBuffer> fetched = request(wanted);
    List<SealedContent> all = new ArrayList<>();
    for (int i = 0; i < fetched.size(); i++) {
      all.add(new SealedContent.Plain(wanted.get(i).getOffset(), fetched.get(i)));
    }
    return all;
  }

  /** Reads a range of the file with one request. */
  private byte[] request(long offset, int length) throws IOException {
    Traffic.ofThisThread().batch(1, length);
    return fetch(
        from -> {
          byte[] bytes = new byte[length];
          from.readFully(offset, bytes, 0, length);
          return bytes;
        });
  }

  /**
   * Reads ranges of the file. The content of each range begins at the position of the returned
   * buffer.
   */
  private List<ByteBuffer> request(List<FileRange> wanted) throws IOException {
    if (wanted.size() <= 1) {
      List<ByteBuffer> all = new ArrayList<>();
      for (FileRange only : wanted) {
        all.add(ByteBuffer.wrap(request(only.getOffset(), only.getLength())));
      }
      return all;
    }
    long bytes = wanted.stream().mapToLong(FileRange::getLength).sum();
    Traffic.ofThisThread().batch(wanted.size(), bytes);
    return fetch(
        from -> {
          from.readVectored(wanted, ByteBuffer::allocate);
          List<ByteBuffer> all = new ArrayList<>();
          for (FileRange each : wanted) {
            all.add(FutureIO.awaitFuture(each.getData()));
          }
          return all;
        });
  }

  /** Read of an open file. */
  private interface Read<T> {
    T of(FSDataInputStream from) throws IOException;
  }

  /**
   * Reads bytes even if other tasks end meanwhile. Interrupting one thread may close the stream for
   * all threads, so a thread that finds the stream closed reopens it. If the calling thread is
   * interrupted, it still completes the read, and its interrupt status is kept. A cancelled task
   * stops before it reads.
   */
  private <T> T fetch(Read<T> read) throws IOException {
    boolean interrupted = Thread.interrupted();
    FSDataInputStream broken = null;
    int failures = 0;
    try {
      while (true) {
        Cancellation.check();
        FSDataInputStream used = null;
        try {
          used = usable(broken);
          return of(used, read);
        } catch (IOException e) {
          boolean isOwn = Thread.interrupted();
          interrupted |= isOwn;
          boolean isDisturbed = isOwn || isClosing(e) || used != null && used != stream;
          failures += isDisturbed ? 1 : MOST_FAILURES / 2;
          if (failures >= MOST_FAILURES) {
            throw e;
          }
          broken = used == null ? broken : used;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Reads from a stream. If another thread closes the stream meanwhile, Hadoop streams throw
   * exceptions such as NullPointerException. This method converts them to an {@link IOException}.
   */
  private <T> T of(FSDataInputStream used, Read<T> read) throws IOException {
    try {
      return FileCall.run(() -> read.of(used));
    } catch (RuntimeException e) {
      if (used == stream) {
        throw e;
      }
      throw new IOException(path + ": another task closed the stream", e);
    }
  }

  private static boolean isClosing(Throwable failure) {
    return failure instanceof ClosedChannelException
        || failure instanceof InterruptedIOException
        || failure.getCause() != null && isClosing(failure.getCause());
  }

  /** Returns the open stream. Opens a new one if the current one is {@code broken}. */
  private synchronized FSDataInputStream usable(FSDataInputStream broken) throws IOException {
    if (closed) {
      throw new IOException(path + ": is closed");
    }
    if (stream == broken) {
      stream = FileCall.run(() -> files.open(path));
      close(broken);
    }
    return stream;
  }

  private static void close(FSDataInputStream broken) {
    try {
      FileCall.run(
          () -> {
            broken.close();
            return null;
          });
    } catch (IOException e) {
      // the stream was only read, and no thread uses it any more
    }
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public boolean exists(String file) {
    return layout.files().containsKey(file);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    SealedLayout.Part part = layout.files().get(file);
    if (part == null) {
      throw new StoreIoException(path + "/" + file + ": open failed: no such file");
    }
    return new SealedRawFile(this, path + "/" + file, part.offset(), part.length());
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    throw refused();
  }

  @Override
  public void rename(String from, String to) {
    throw refused();
  }

  @Override
  public void delete(String file) {
    throw refused();
  }

  static UnsupportedOperationException refused() {
    return new UnsupportedOperationException(
        "sealed table: is read-only; change the rows by a write to the dataset");
  }

  @Override
  public void sync() {
    // complete since it got its name
  }

  @Override
  public int depth() {
    return DEPTH;
  }

  @Override
  public synchronized void close() {
    closed = true;
    close(stream);
  }
}
