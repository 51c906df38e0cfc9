package org.flashgrove.indexes.bulk.sort;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.flashgrove.core.failure.StoreIoException;

/**
 * Temporary file for entries that do not fit in the sort memory. If the system allows it, the file
 * is unlinked as soon as it is open, so even a killed process leaves nothing behind.
 *
 * <p>Interrupting the thread that reads or writes aborts the load.
 */
final class SpillFile implements AutoCloseable {
  private final Path directory;
  private FileChannel channel;
  private long length;

  /** Chooses a file in a directory. The first write creates it. */
  SpillFile(Path directory) {
    this.directory = directory;
  }

  /** Returns the number of bytes written so far, which is the offset of the next write. */
  long length() {
    return length;
  }

  /** Removes the content. */
  void clear() {
    length = 0;
  }

  /** Appends all bytes between position and limit. Returns their offset. */
  long append(ByteBuffer bytes) {
    long offset = reserve(bytes.remaining());
    write(offset, bytes);
    return offset;
  }

  /** Reserves space for a later {@link #write}. Returns its offset. */
  long reserve(long bytes) {
    try {
      if (channel == null) {
        channel = create();
      }
    } catch (IOException e) {
      throw failed("written", e);
    }
    long offset = length;
    length += bytes;
    return offset;
  }

  /**
   * Writes all bytes between position and limit at an offset. Several threads may call this method
   * concurrently.
   */
  void write(long offset, ByteBuffer bytes) {
    long at = offset;
    try {
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      throw failed("written", e);
    }
  }

  private FileChannel create() throws IOException {
    Path file = Files.createTempFile(directory, "bulk", ".spill");
    try {
      return FileChannel.open(
          file,
          Set.of(
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE));
    } finally {
      deleteName(file);
    }
  }

  /**
   * Deletes the name of an open file. If the system does not allow this, the file is deleted when
   * it is closed.
   */
  private static void deleteName(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }

  /** Fills a buffer from its position to its limit with the bytes from {@code offset} on. */
  void read(long offset, ByteBuffer into) {
    long at = offset;
    try {
      while (into.hasRemaining()) {
        int read = channel.read(into, at);
        if (read < 0) {
          throw new IOException("it ends after " + at + " bytes");
        }
        at += read;
      }
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  private StoreIoException failed(String what, IOException cause) {
    return new StoreIoException(
        "sort file in " + directory + ": cannot be " + what + ": " + cause, cause);
  }

  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // the content is no longer needed
      }
    }
  }
}
