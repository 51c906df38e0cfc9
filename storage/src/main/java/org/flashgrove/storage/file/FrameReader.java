package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.zip.CRC32C;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Reads a log file through a window of bounded size. Nothing a file says is believed, and no memory
 * taken for it, before its checksum matched.
 */
final class FrameReader {
  private static final int MAX_WINDOW_BYTES = 1 << 18;

  private final RawFile file;
  private final long storeTag;
  private final int tagChecksum;
  private final long sizeBytes;
  private final ByteBuffer window;
  private final LongBuffer windowWords;
  private final CRC32C crc = new CRC32C();
  private long windowStart;
  private int windowLength;
  private long number;
  private int type;
  private long lag;
  private int wordCount;
  private long checkedBytes;

  /** A reader of the first {@code sizeBytes} bytes of a file. */
  FrameReader(RawFile file, long storeTag, long sizeBytes) {
    this.file = file;
    this.storeTag = storeTag;
    this.sizeBytes = sizeBytes;
    tagChecksum = LogFormat.tagChecksum(storeTag);
    long enough = Math.max(LogFormat.HEADER_BYTES, Math.min(sizeBytes, MAX_WINDOW_BYTES));
    window = AlignedBuffers.allocate((int) enough);
    windowWords = window.asLongBuffer();
  }

  /** Checks the file header and returns the number of the first frame. */
  long readHeader() {
    if (!window(0, LogFormat.HEADER_BYTES)) {
      throw damaged(0, "the file ends within its header");
    }
    if (window.getInt(LogFormat.AT_FILE_MAGIC) != LogFormat.FILE_MAGIC) {
      throw damaged(0, "not a log file (bad magic)");
    }
    long foundTag = window.getLong(LogFormat.AT_TAG);
    int own = LogFormat.checksum(crc, window, 0, LogFormat.AT_HEADER_CRC);
    int stored = window.getInt(LogFormat.AT_HEADER_CRC);
    if (stored != (own ^ LogFormat.tagChecksum(foundTag))) {
      throw damaged(0, "checksum of the header does not match");
    }
    int format = window.getInt(LogFormat.AT_FORMAT);
    if (format > LogFormat.FORMAT_VERSION) {
      throw new UnsupportedFormatException(file.name(), format, LogFormat.FORMAT_VERSION);
    }
    if (foundTag != storeTag) {
      throw damaged(0, "log of another store");
    }
    long first = window.getLong(LogFormat.AT_FIRST);
    if (format < 1 || first < 1) {
      throw damaged(0, "impossible header: format " + format + ", first frame " + first);
    }
    return first;
  }

  /** Frames, from the first on, that were durable before the file got its name. */
  int readRewritten() {
    return window(0, LogFormat.HEADER_BYTES) ? window.getInt(LogFormat.AT_REWRITTEN) : 0;
  }

  /** The durable mark of the header, or 0 if it says nothing. */
  long readMark() {
    if (!window(0, LogFormat.HEADER_BYTES)) {
      return 0;
    }
    int own = LogFormat.checksum(crc, window, LogFormat.AT_MARK, LogFormat.AT_MARK_CRC);
    boolean intact = window.getInt(LogFormat.AT_MARK_CRC) == (own ^ tagChecksum);
    return intact ? window.getLong(LogFormat.AT_MARK) : 0;
  }

  /** Whether a valid frame of any number starts at {@code offset}; its fields can be asked for. */
  boolean frameAt(long offset) {
    if (!window(offset, LogFormat.FRAME_HEADER_BYTES)) {
      return false;
    }
    int at = (int) (offset - windowStart);
    if (window.getInt(at + LogFormat.AT_FRAME_MAGIC) != LogFormat.FRAME_MAGIC) {
      return false;
    }
    int stored = window.getInt(at + LogFormat.AT_FRAME_CRC);
    number = window.getLong(at + LogFormat.AT_NUMBER);
    int typeAndLag = window.getInt(at + LogFormat.AT_TYPE_AND_LAG);
    type = typeAndLag & LogFormat.MAX_TYPE;
    lag = typeAndLag >>> 8;
    wordCount = window.getInt(at + LogFormat.AT_WORD_COUNT);
    return wordCount >= 0
        && wordCount <= LogFormat.MAX_WORDS
        && number >= 1
        && offset + frameBytes() <= sizeBytes
        && checksumOf(offset, frameBytes()) == (stored ^ tagChecksum);
  }

  private int checksumOf(long offset, long length) {
    checkedBytes += length;
    crc.reset();
    long from = offset + LogFormat.AT_NUMBER;
    long end = offset + length;
    while (from < end) {
      if (!window(from, LogFormat.WORD)) {
        return ~(int) crc.getValue(); // the file shrank meanwhile: matches nothing
      }
      int at = (int) (from - windowStart);
      int piece = (int) Math.min(end - from, windowLength - at);
      LogFormat.update(crc, window, at, at + piece);
      from += piece;
    }
    return (int) crc.getValue();
  }

  /** Bytes whose checksum was computed so far. */
  long checkedBytes() {
    return checkedBytes;
  }

  /** Number of the frame looked at last. */
  long number() {
    return number;
  }

  int type() {
    return type;
  }

  int wordCount() {
    return wordCount;
  }

  long frameBytes() {
    return LogFormat.frameBytes(wordCount);
  }

  /** Number of a frame that was durable when the frame looked at last was appended, or 0. */
  long durableClaim() {
    return lag == LogFormat.LAG_UNKNOWN ? 0 : number - lag;
  }

  /** Copies the words of the valid frame at {@code offset}. */
  void copyWords(long offset, long[] into) {
    long from = offset + LogFormat.FRAME_HEADER_BYTES;
    int done = 0;
    while (done < wordCount) {
      if (!window(from, LogFormat.WORD)) {
        throw damaged(offset, "the file shrank while it was read");
      }
      int at = (int) (from - windowStart);
      int piece = Math.min(wordCount - done, (windowLength - at) / LogFormat.WORD);
      windowWords.get(at / LogFormat.WORD, into, done, piece);
      done += piece;
      from += (long) piece * LogFormat.WORD;
    }
  }

  /** Makes the window hold {@code length} bytes, a few, from {@code offset} on. */
  private boolean window(long offset, int length) {
    if (offset >= windowStart && offset + length <= windowStart + windowLength) {
      return true;
    }
    if (offset + length > sizeBytes) {
      return false;
    }
    windowLength = 0;
    int wanted = (int) Math.min(window.capacity(), sizeBytes - offset);
    windowLength = file.read(offset, window, 0, wanted);
    windowStart = offset;
    return windowLength >= length;
  }

  DamagedStoreException damaged(long offset, String cause) {
    return new DamagedStoreException(file.name(), "offset " + offset, cause);
  }
}
