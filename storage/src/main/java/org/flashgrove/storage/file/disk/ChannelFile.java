package org.flashgrove.storage.file.disk;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.GuardedFile;
import org.flashgrove.storage.file.OpenGuard;
import org.jspecify.annotations.Nullable;

/**
 * File on Linux that is accessed only through the JDK, even for direct I/O. It is for programs that
 * must not make native calls. It has no asynchronous read queue, and neither reserves nor releases
 * disk space.
 *
 * <p>The file uses an asynchronous channel, because such a channel stays open if a thread is
 * interrupted. Nevertheless the calling thread does all work itself.
 */
final class ChannelFile extends GuardedFile {
  private final AsynchronousFileChannel content;

  /**
   * Second handle of the file, which changes the file's length. Asynchronous channels cannot extend
   * a file. Null if the file is open for reading only.
   */
  private final @Nullable RandomAccessFile length;

  private ChannelFile(
      String name, AsynchronousFileChannel content, @Nullable RandomAccessFile length) {
    super(name);
    this.content = content;
    this.length = length;
  }

  static ChannelFile open(String place, String name, boolean create, Caching caching) {
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    options.add(StandardOpenOption.WRITE);
    if (create) {
      options.add(StandardOpenOption.CREATE_NEW);
    }
    return open(place, name, options, caching);
  }

  static ChannelFile openForReading(String place, String name, Caching caching) {
    Set<OpenOption> options = new HashSet<>(Set.of(StandardOpenOption.READ));
    return open(place, name, options, caching);
  }

  private static ChannelFile open(
      String place, String name, Set<OpenOption> options, Caching caching) {
    boolean isWritable = options.contains(StandardOpenOption.WRITE);
    boolean create = options.contains(StandardOpenOption.CREATE_NEW);
    if (caching == Caching.DIRECT) {
      options.add(ExtendedOpenOption.DIRECT);
    }
    AsynchronousFileChannel content = null;
    try {
      content = AsynchronousFileChannel.open(Path.of(place), options, new CallersThread());
      ChannelFile file =
          new ChannelFile(name, content, isWritable ? new RandomAccessFile(place, "rw") : null);
      content = null;
      return file;
    } catch (IOException e) {
      if (caching == Caching.DIRECT && isInvalidArgument(e)) {
        if (create) {
          // a file system that refuses direct I/O has created the file anyway
          new File(place).delete();
        }
        throw new StoreIoException(
            name
                + ": open failed: the file system refuses direct I/O here; use the device"
                + " 'buffered'",
            e);
      }
      String operation = create ? ": create failed" : ": open failed";
      throw StoreIoException.of(name + operation, e);
    } finally {
      closeQuietly(content);
    }
  }

  private static boolean isInvalidArgument(IOException e) {
    return e instanceof FileSystemException
        && !(e instanceof FileAlreadyExistsException)
        && "Invalid argument".equals(((FileSystemException) e).getReason());
  }

  private static void closeQuietly(AsynchronousFileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      return; // the exception that made the file unusable is being thrown
    }
  }

  @Override
  protected long length() throws IOException {
    return content.size();
  }

  @Override
  protected int readRest(long offset, ByteBuffer into, int at, int length) throws IOException {
    ByteBuffer part = OpenGuard.whole(into).slice(at, length);
    while (part.hasRemaining()) {
      if (result(content.read(part, offset + part.position())) < 0) {
        break;
      }
    }
    return part.position();
  }

  @Override
  protected void writeAll(long offset, ByteBuffer from, int at, int length) throws IOException {
    ByteBuffer part = OpenGuard.whole(from).slice(at, length);
    while (part.hasRemaining()) {
      result(content.write(part, offset + part.position()));
    }
  }

  /**
   * Returns the result of a channel operation. The operation has already ended, because it ran in
   * this thread.
   */
  private static int result(Future<Integer> ended) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return ended.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      interrupted = true;
      throw new InterruptedIOException();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  protected void setLength(long sizeBytes) throws IOException {
    if (length == null) {
      throw new IOException("the file is open for reading only");
    }
    length.setLength(sizeBytes);
  }

  @Override
  public int roomBytes() {
    return USUAL_ROOM_BYTES;
  }

  @Override
  protected void force() throws IOException {
    content.force(false);
  }

  @Override
  protected void release() throws IOException {
    try {
      content.close();
    } finally {
      if (length != null) {
        length.close();
      }
    }
  }

  /** Runs each task immediately in the calling thread. */
  private static final class CallersThread extends AbstractExecutorService {
    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {
      // no task is running
    }

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
