package org.flashgrove.spark;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * Files of the machine as {@code watched:/path}: reads are counted and delayed, a call fails where
 * a test wants it to, and after a death every call fails, as if the process were gone.
 */
public final class WatchedFileSystem extends JavaPermissions {
  /** Decides about calls. */
  interface Fault {
    /** Nothing fails. */
    Fault NONE = (call, path) -> Outcome.WORKS;

    Outcome of(String call, String path);
  }

  /** What becomes of a call. */
  enum Outcome {
    WORKS,
    /** It fails and has done nothing. */
    FAILS,
    /** It fails, and all calls after it do. */
    KILLS,
    /** It is done, then it fails. */
    FAILS_AFTERWARDS,
    /** It is done, then it fails, and all calls after it do. */
    KILLS_AFTERWARDS
  }

  /**
   * A request for a range of a file.
   *
   * @param batch number of the batch, whose requests are made together
   */
  record Request(String file, long batch, long offset, int length) {}

  /** Setting: a directory of orders to kill the process ({@link KillOrders}). */
  static final String ORDERS = "flashgrove.test.orders";

  private static volatile Fault fault = Fault.NONE;
  private static volatile boolean dead;
  private static volatile long delayMillis;
  private static final List<Request> REQUESTS = new ArrayList<>();
  private static final AtomicLong BATCHES = new AtomicLong();

  /** As Hadoop creates it. */
  public WatchedFileSystem() {}

  static void reset(Fault newFault) {
    fault = newFault;
    dead = false;
    delayMillis = 0;
    synchronized (REQUESTS) {
      REQUESTS.clear();
    }
  }

  static void delay(long millis) {
    delayMillis = millis;
  }

  static List<Request> requests() {
    synchronized (REQUESTS) {
      return List.copyOf(REQUESTS);
    }
  }

  private interface Call<T> {
    T run() throws IOException;
  }

  private static <T> T during(String call, Path path, Call<T> run) throws IOException {
    Outcome outcome = dead ? Outcome.FAILS : fault.of(call, path.toString());
    dead |= outcome == Outcome.KILLS || outcome == Outcome.KILLS_AFTERWARDS;
    if (outcome == Outcome.FAILS || outcome == Outcome.KILLS) {
      throw new IOException("made to fail: " + call + " " + path);
    }
    T result = run.run();
    if (call.equals("rename")) {
      fault.of("renamed", path.toString());
    }
    if (outcome == Outcome.KILLS_AFTERWARDS || outcome == Outcome.FAILS_AFTERWARDS) {
      throw new IOException("made to fail after it was done: " + call + " " + path);
    }
    return result;
  }

  @Override
  public void initialize(URI uri, Configuration configuration) throws IOException {
    super.initialize(uri, configuration);
    String orders = configuration.get(ORDERS);
    if (orders != null) {
      fault = KillOrders.follow(java.nio.file.Path.of(orders));
    }
  }

  @Override
  public URI getUri() {
    return URI.create("watched:///");
  }

  @Override
  public String getScheme() {
    return "watched";
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    FSDataInputStream in = during("open", path, () -> super.open(path, bufferSize));
    return new FSDataInputStream(new Reads(in, path));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return written(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return written(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  private FSDataOutputStream written(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    FSDataOutputStream out =
        during(
            "create",
            path,
            () -> super.create(path, overwrite, bufferSize, replication, blockSize, progress));
    return new FSDataOutputStream(new Writes(out, path), null);
  }

  /** Renames a file in one step, and never replaces another one, as HDFS does. */
  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return during("rename", to, () -> renamed(pathToFile(from).toPath(), pathToFile(to).toPath()));
  }

  private static boolean renamed(java.nio.file.Path from, java.nio.file.Path to)
      throws IOException {
    try {
      Files.createLink(to, from);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    Files.delete(from);
    return true;
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return during("delete", path, () -> super.delete(path, recursive));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return during("list", path, () -> super.listStatus(path));
  }

  private static final class Writes extends FilterOutputStream {
    private final Path path;

    Writes(OutputStream out, Path path) {
      super(out);
      this.path = path;
    }

    @Override
    public void write(byte[] bytes, int at, int length) throws IOException {
      during(
          "write",
          path,
          () -> {
            out.write(bytes, at, length);
            return null;
          });
    }

    @Override
    public void close() throws IOException {
      out.close(); // the machine's file is closed in any case
      during("close", path, () -> null);
    }
  }

  private static final class Reads extends FSInputStream {
    private final FSDataInputStream in;
    private final Path path;

    Reads(FSDataInputStream in, Path path) {
      this.in = in;
      this.path = path;
    }

    /** Counts requests that are made together; all of them take as long as one. */
    private void count(List<? extends FileRange> ranges) throws IOException {
      long batch = BATCHES.incrementAndGet();
      for (FileRange each : ranges) {
        during("read", path, () -> null);
        synchronized (REQUESTS) {
          REQUESTS.add(new Request(path.getName(), batch, each.getOffset(), each.getLength()));
        }
      }
      if (delayMillis > 0) {
        try {
          Thread.sleep(delayMillis);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private void count(long offset, int length) throws IOException {
      count(List.of(FileRange.createFileRange(offset, length)));
    }

    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
        throws IOException {
      count(ranges);
      in.readVectored(ranges, allocate);
    }

    @Override
    public void readFully(long offset, byte[] into, int at, int length) throws IOException {
      count(offset, length);
      in.readFully(offset, into, at, length);
    }

    @Override
    public int read(long offset, byte[] into, int at, int length) throws IOException {
      count(offset, length);
      return in.read(offset, into, at, length);
    }

    @Override
    public void seek(long offset) throws IOException {
      in.seek(offset);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) throws IOException {
      return in.seekToNewSource(target);
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      return in.read(into, at, length);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
