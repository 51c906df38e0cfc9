package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.zip.CRC32C;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;

/** Growing buffer for frames that are written to a log file together. Not thread-safe. */
final class FrameBuffer {
  private static final int FIRST_BYTES = 1 << 13;
  private static final int NO_GROUP = -1;

  /**
   * Minimum number of words of a long frame. A long frame is compressed only if compression saves
   * at least 1/{@link #LEAST_GAIN} of its size.
   */
  private static final int LONG_WORDS = 1 << 12;

  private static final int LEAST_GAIN = 8;

  private final int mostBytes;
  private ByteBuffer bytes;
  private LongBuffer words;
  private final CRC32C crc = new CRC32C();
  private final int tagChecksum;
  private final WordPacking packing;
  private final boolean hasRuns;
  private int filled;

  /** Number of bytes at the start of the buffer that are already written to the file. */
  private int written;

  /**
   * Index at which the open packed frame starts, or {@link #NO_GROUP} if no packed frame is open. A
   * packed frame contains several compressed frames. Frames can be added while it is open.
   */
  private int groupStart = NO_GROUP;

  private int groupFrames;
  private long groupFirst;
  private long groupLag;

  /**
   * Creates an empty buffer that never holds more than {@code mostBytes} bytes.
   *
   * @param form how frames that are written together are stored
   */
  FrameBuffer(int mostBytes, long storeTag, FramePacking form) {
    this.mostBytes = mostBytes;
    hasRuns = form == FramePacking.RUNS;
    packing = form == FramePacking.NONE ? null : new WordPacking(hasRuns);
    bytes = AlignedBuffers.allocate(Math.min(FIRST_BYTES, mostBytes));
    words = bytes.asLongBuffer();
    tagChecksum = LogFormat.tagChecksum(storeTag);
  }

  /** Returns the number of bytes that {@link #writeTo} would write. */
  int filledBytes() {
    return (filled + LogFormat.WORD - 1) / LogFormat.WORD * LogFormat.WORD - written;
  }

  /** Discards the content. */
  void clear() {
    filled = 0;
    written = 0;
    groupStart = NO_GROUP;
  }

  /** Returns whether the buffer can hold a frame of {@code length} words when it is empty. */
  boolean isEverLargeEnough(int length) {
    long most =
        packing == null
            ? LogFormat.frameBytes(length)
            : LogFormat.frameBytes(2) + WordPacking.mostBytes(length);
    return most <= mostBytes;
  }

  /**
   * Grows the buffer to at least {@code neededBytes} bytes. Its size never exceeds {@code
   * mostBytes}.
   */
  private void ensure(int neededBytes) {
    if (neededBytes > bytes.capacity()) {
      int doubled = (int) Math.min(mostBytes, Math.max(neededBytes, 2L * bytes.capacity()));
      ByteBuffer larger = AlignedBuffers.allocate(doubled);
      larger.put(0, bytes, 0, filled);
      bytes = larger;
      words = larger.asLongBuffer();
    }
  }

  /** Appends a frame. Returns false, without appending, if there is no room. */
  boolean append(long number, int type, long lag, long[] content, int length) {
    return packing == null
        ? appendPlain(number, LogFormat.shapeWord(type, lag, length), content, length)
        : appendPacked(number, type, lag, content, length);
  }

  private boolean appendPacked(long number, int type, long lag, long[] content, int length) {
    long most = WordPacking.mostBytes(length) + LogFormat.WORD;
    int start = filled;
    if (groupStart == NO_GROUP) {
      most += LogFormat.FRAME_HEADER_BYTES + LogFormat.WORD;
      start += LogFormat.FRAME_HEADER_BYTES + LogFormat.WORD;
    }
    if (most > mostBytes - filled) {
      return false;
    }
    ensure(filled + (int) most);
    boolean isFirst = groupStart == NO_GROUP;
    if (isFirst) {
      groupStart = filled;
      groupFrames = 0;
      groupFirst = number;
      groupLag = lag;
      packing.clear();
    }
    boolean isWorth = length < LONG_WORDS || packing.mayShorten(type, content, length);
    int end = isWorth ? packing.pack(type, content, length, bytes, start) : start;
    if (!isWorth || isNotWorthPacking(length, end - start)) {
      if (isFirst) {
        groupStart = NO_GROUP;
      }
      closeGroup();
      return appendPlain(number, LogFormat.shapeWord(type, lag, length), content, length);
    }
    filled = end;
    groupFrames++;
    return true;
  }

  /**
   * Returns whether compression makes a long frame only a little shorter. Such a frame is not
   * compressed, because readers would need more time to decompress it than the space is worth.
   */
  private static boolean isNotWorthPacking(int length, int packedBytes) {
    long plain = (long) length * LogFormat.WORD;
    return length >= LONG_WORDS && packedBytes > plain - plain / LEAST_GAIN;
  }

  /**
   * Pads the open packed frame with zeros, so that {@link #writeTo} ends at a page boundary of the
   * medium. Readers ignore the zeros. Does nothing if no packed frame is open, or if more than
   * {@code mostFiller} bytes of padding would be needed.
   *
   * @param offset offset in the file at which the buffer will be written
   * @param pageBytes page size of the medium in bytes
   * @param mostFiller maximum number of padding bytes
   */
  void fillPage(long offset, int pageBytes, long mostFiller) {
    if (groupStart == NO_GROUP || written > 0) {
      return;
    }
    int end = filledBytes();
    int filler = (int) Math.floorMod(-(offset + end), (long) pageBytes);
    if (filler > mostFiller || filler > mostBytes - end) {
      return;
    }
    ensure(end + filler);
    while (filled < end + filler) {
      bytes.put(filled++, (byte) 0);
    }
  }

  /** Ends the open packed frame, so that it can be written. */
  private void closeGroup() {
    if (groupStart == NO_GROUP) {
      return;
    }
    while (filled % LogFormat.WORD != 0) {
      bytes.put(filled++, (byte) 0);
    }
    int start = groupStart / LogFormat.WORD;
    int length = filled / LogFormat.WORD - start - LogFormat.FRAME_HEADER_WORDS;
    words.put(start + 1, groupFirst);
    words.put(start + 2, LogFormat.packedShapeWord(groupLag, length, hasRuns));
    words.put(start + LogFormat.FRAME_HEADER_WORDS, groupFrames);
    int own = LogFormat.checksum(crc, bytes, groupStart + LogFormat.AT_NUMBER, filled);
    words.put(start, firstWord(own));
    groupStart = NO_GROUP;
  }

  private boolean appendPlain(long number, long shape, long[] content, int length) {
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

  /**
   * Writes the whole content to a file and empties the buffer. Returns the number of bytes written.
   */
  int writeTo(RawFile file, long offset) {
    return writeTo(file, offset, Integer.MAX_VALUE);
  }

  /**
   * Writes the first bytes of the content, which may end in the middle of a frame.
   *
   * @param most maximum number of bytes, a multiple of 8
   * @return number of bytes written
   */
  int writeTo(RawFile file, long offset, int most) {
    if (groupStart != NO_GROUP && groupStart - written < most) {
      closeGroup();
    }
    int length = Math.min(most, filled - written);
    if (length > 0) {
      file.write(offset, bytes, written, length);
      written += length;
    }
    if (written == filled) {
      clear();
    }
    return length;
  }

  /**
   * Writes a frame that is too large for the buffer to a file, in several pieces. The buffer must
   * be empty, because this method collects each piece in it.
   */
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
