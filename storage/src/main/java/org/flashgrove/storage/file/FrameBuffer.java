package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.zip.CRC32C;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Frames on their way to a log file, in a buffer that grows with what is appended between two
 * writes. Belongs to one thread at a time.
 */
final class FrameBuffer {
  private static final int FIRST_BYTES = 1 << 13;

  private final int mostBytes;
  private ByteBuffer bytes;
  private LongBuffer words;
  private final CRC32C crc = new CRC32C();
  private final int tagChecksum;
  private int filled;

  /** An empty buffer that never holds more than {@code mostBytes} bytes. */
  FrameBuffer(int mostBytes, long storeTag) {
    this.mostBytes = mostBytes;
    bytes = AlignedBuffers.allocate(Math.min(FIRST_BYTES, mostBytes));
    words = bytes.asLongBuffer();
    tagChecksum = LogFormat.tagChecksum(storeTag);
  }

  int filledBytes() {
    return filled;
  }

  /** Drops what is in the buffer. */
  void clear() {
    filled = 0;
  }

  /** Whether a frame of {@code length} words could be added to an empty buffer. */
  boolean isEverLargeEnough(int length) {
    return LogFormat.frameBytes(length) <= mostBytes;
  }

  /** Makes the buffer hold so many bytes, at most {@code mostBytes}. */
  private void ensure(int neededBytes) {
    if (neededBytes > bytes.capacity()) {
      int doubled = (int) Math.min(mostBytes, Math.max(neededBytes, 2L * bytes.capacity()));
      ByteBuffer larger = AlignedBuffers.allocate(doubled);
      larger.put(0, bytes, 0, filled);
      bytes = larger;
      words = larger.asLongBuffer();
    }
  }

  /** Adds a frame; whether there was room. */
  boolean append(long number, long shape, long[] content, int length) {
    long frameBytes = LogFormat.frameBytes(length);
    if (frameBytes > mostBytes - filled) {
      return false;
    }
    ensure(filled + (int) frameBytes);
    int start = filled / LogFormat.WORD;
    int end = filled + (int) frameBytes;
    words.put(start + 1, number);
    words.put(start + 2, shape);
    words.put(start + LogFormat.FRAME_HEADER_WORDS, content, 0, length);
    int own = LogFormat.checksum(crc, bytes, filled + LogFormat.AT_NUMBER, end);
    words.put(start, firstWord(own));
    filled = end;
    return true;
  }

  private long firstWord(int ownChecksum) {
    return LogFormat.FRAME_MAGIC | (long) (ownChecksum ^ tagChecksum) << 32;
  }

  /** Writes what is in the buffer, which is empty afterwards; returns the bytes written. */
  int writeTo(RawFile file, long offset) {
    int length = filled;
    if (length > 0) {
      file.write(offset, bytes, 0, length);
      filled = 0;
    }
    return length;
  }

  /** Writes a frame larger than the buffer, which is empty, in pieces. */
  void writeLarge(RawFile file, long offset, long number, long shape, long[] content, int length) {
    ensure(mostBytes);
    words.put(1, number);
    words.put(2, shape);
    crc.reset();
    LogFormat.update(crc, bytes, LogFormat.AT_NUMBER, LogFormat.FRAME_HEADER_BYTES);
    int pieceWords = words.capacity();
    for (int at = 0; at < length; at += pieceWords) {
      int piece = Math.min(pieceWords, length - at);
      words.put(0, content, at, piece);
      LogFormat.update(crc, bytes, 0, piece * LogFormat.WORD);
    }
    words.put(0, firstWord((int) crc.getValue()));
    words.put(1, number);
    words.put(2, shape);
    file.write(offset, bytes, 0, LogFormat.FRAME_HEADER_BYTES);
    long to = offset + LogFormat.FRAME_HEADER_BYTES;
    for (int at = 0; at < length; at += pieceWords) {
      int piece = Math.min(pieceWords, length - at);
      words.put(0, content, at, piece);
      file.write(to, bytes, 0, piece * LogFormat.WORD);
      to += (long) piece * LogFormat.WORD;
    }
  }
}
