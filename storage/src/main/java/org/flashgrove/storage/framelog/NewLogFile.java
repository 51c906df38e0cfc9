package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import org.flashgrove.core.log.AppendLog.FrameSink;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;

/** New file of a rewrite, which will replace the log's file. */
final class NewLogFile implements FrameSink {
  private static final int BUFFER_BYTES = 1 << 18;

  private final RawFile target;
  private final FrameBuffer frames;
  private final IoCounters counters;
  private final long storeTag;
  private final int pageSize;
  private final long first;
  private final ByteBuffer header = AlignedBuffers.allocate(LogFormat.HEADER_BYTES);
  private long next;
  private long offset = LogFormat.HEADER_BYTES;

  /**
   * Starts a file.
   *
   * @param target the file, which is empty
   * @param first number of the file's first frame
   * @param pageSize page size in bytes for the I/O counters
   * @param form how frames that are written together are stored
   */
  NewLogFile(
      RawFile target,
      IoCounters counters,
      long storeTag,
      int pageSize,
      FramePacking form,
      long first) {
    this.target = target;
    this.counters = counters;
    this.storeTag = storeTag;
    this.pageSize = pageSize;
    this.first = first;
    next = first;
    frames = new FrameBuffer(BUFFER_BYTES, storeTag, form);
  }

  RawFile target() {
    return target;
  }

  long first() {
    return first;
  }

  /** Returns the number of the newest frame, or {@code first - 1} if there is none. */
  long last() {
    return next - 1;
  }

  /** Returns the number of written bytes. */
  long offset() {
    return offset;
  }

  /** Returns the number of bytes that are not written yet. */
  int waitingBytes() {
    return frames.filledBytes();
  }

  @Override
  public void append(int type, long[] words, int length) {
    if (!frames.append(next, type, LogFormat.LAG_UNKNOWN, words, length)) {
      writeWaiting();
      if (!frames.append(next, type, LogFormat.LAG_UNKNOWN, words, length)) {
        long shape = LogFormat.shapeWord(type, LogFormat.LAG_UNKNOWN, length);
        frames.writeLarge(target, offset, next, shape, words, length);
        count(LogFormat.frameBytes(length));
      }
    }
    next++;
  }

  /**
   * Returns a sink that appends frames to this file, and first checks the type and length of each.
   */
  FrameSink checked() {
    return (type, words, length) -> {
      LogFormat.requireFrame(type, words, length);
      append(type, words, length);
    };
  }

  /** Writes all buffered frames to the file. */
  void writeWaiting() {
    count(frames.writeTo(target, offset));
  }

  /**
   * Writes buffered bytes to the file up to a file offset that is a multiple of {@code pieceBytes}.
   * Does nothing if the buffered bytes do not reach such an offset.
   */
  void writePiece(int pieceBytes) {
    int piece = pieceBytes - (int) (offset % pieceBytes);
    if (frames.filledBytes() >= piece) {
      count(frames.writeTo(target, offset, piece));
    }
  }

  private void count(long bytes) {
    if (bytes > 0) {
      counters.countWrites((bytes + pageSize - 1) / pageSize, 1, bytes);
      offset += bytes;
    }
  }

  /** Writes the buffered frames, and the header with the number of frames. Then syncs the file. */
  void finish() {
    writeWaiting();
    int count = (int) Math.min(next - first, Integer.MAX_VALUE);
    LogFormat.putHeader(header, storeTag, first, count);
    target.write(0, header, 0, LogFormat.HEADER_BYTES);
    counters.countWrites(1, 1, LogFormat.HEADER_BYTES);
    target.sync();
    counters.countSync();
  }
}
