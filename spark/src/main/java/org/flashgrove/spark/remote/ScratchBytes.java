package org.flashgrove.spark.remote;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Temporary bytes, which are appended and then read at any position. They stay in memory as long as
 * memory is granted. All further bytes go to a file. Not safe for use by several threads. The
 * caller closes it.
 */
public final class ScratchBytes implements AutoCloseable {
  /**
   * Usual length of a piece of memory. It is a little less than a power of two, so that the array
   * with its header fills whole regions of a garbage collector.
   */
  private static final int USUAL_PIECE = (1 << 20) - 64;

  /** Grants memory. Closing it returns all of this memory. */
  public interface Memory extends AutoCloseable {
    /** Takes bytes of memory. Returns false, and takes nothing, if not all of them are granted. */
    boolean take(int bytes);

    @Override
    void close();
  }

  private final Path file;
  private final Memory memory;
  private final int pieceBytes;

  /** Full pieces that stay in memory. They have the bytes at the lowest positions. */
  private final List<byte[]> kept = new ArrayList<>();

  /** Bytes that follow those in {@link #kept} and in the file. */
  private byte[] last = {};

  private int filled;
  private long fileBytes;
  private FileChannel channel;

  /**
   * Creates an object without bytes.
   *
   * @param file file to create if no further memory is granted; the caller deletes it
   * @param memory grants memory; closed with this object
   */
  public ScratchBytes(Path file, Memory memory) {
    this(file, memory, USUAL_PIECE);
  }

  ScratchBytes(Path file, Memory memory, int pieceBytes) {
    this.file = file;
    this.memory = memory;
    this.pieceBytes = pieceBytes;
  }

  /** Returns the number of bytes appended. */
  public long length() {
    return lastStart() + filled;
  }

  /** Returns the position of the first byte of {@link #last}. */
  private long lastStart() {
    return (long) kept.size() * pieceBytes + fileBytes;
  }

  /** Appends bytes of an array. Returns the position of the first one. */
  public long append(byte[] from, int at, int length) throws IOException {
    long start = length();
    for (int done = 0; done < length; ) {
      if (filled == last.length) {
        turn();
      }
      int some = Math.min(length - done, last.length - filled);
      System.arraycopy(from, at + done, last, filled, some);
      filled += some;
      done += some;
    }
    return start;
  }

  /** Keeps the last piece in memory or writes it to the file, and begins another one. */
  private void turn() throws IOException {
    if (last.length == 0) {
      last = new byte[pieceBytes];
    } else if (channel == null && memory.take(pieceBytes)) {
      kept.add(last);
      last = new byte[pieceBytes];
    } else {
      write();
    }
    filled = 0;
  }

  private void write() throws IOException {
    if (channel == null) {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    }
    ByteBuffer bytes = ByteBuffer.wrap(last);
    while (bytes.hasRemaining()) {
      fileBytes += channel.write(bytes, fileBytes);
    }
  }

  /**
   * Copies bytes to an array.
   *
   * @param position position of the first byte
   */
  public void read(long position, byte[] into, int at, int length) throws IOException {
    if (position < 0 || position > length() - length) {
      throw new EOFException(length + " bytes at " + position + " of " + length());
    }
    for (int done = 0; done < length; ) {
      done += readSome(position + done, into, at + done, length - done);
    }
  }

  private int readSome(long position, byte[] into, int at, int most) throws IOException {
    long keptBytes = (long) kept.size() * pieceBytes;
    if (position < keptBytes) {
      int from = (int) (position % pieceBytes);
      int some = Math.min(most, pieceBytes - from);
      System.arraycopy(kept.get((int) (position / pieceBytes)), from, into, at, some);
      return some;
    }
    if (position >= lastStart()) {
      System.arraycopy(last, (int) (position - lastStart()), into, at, most);
      return most;
    }
    int some = (int) Math.min(most, lastStart() - position);
    int read = channel.read(ByteBuffer.wrap(into, at, some), position - keptBytes);
    if (read < 0) {
      throw new EOFException(file + ": is too short");
    }
    return read;
  }

  @Override
  public void close() throws IOException {
    kept.clear();
    last = new byte[0];
    memory.close();
    if (channel != null) {
      channel.close();
    }
  }
}
