package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.WordBytes;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Reads a log file through a window of limited size. The reader verifies the checksum of a frame
 * before it trusts any field of the frame or allocates memory for the frame.
 */
public final class FrameReader {
  /** Offset of the first frame of a log file. */
  public static final int FIRST_FRAME = LogFormat.HEADER_BYTES;

  private static final int MAX_WINDOW_BYTES = 1 << 18;

  /**
   * Limits the memory for a log that is being opened. The reader keeps the whole file in memory if
   * the file takes at most 1/{@code KEPT_PART} of the Java heap and at most {@link
   * #MOST_KEPT_BYTES}.
   */
  private static final int KEPT_PART = 32;

  private static final long MOST_KEPT_BYTES = 256 << 20;

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
  private boolean packed;
  private int frameCount;
  private boolean hasRuns;
  private FramePacking packing = FramePacking.NONE;
  private boolean isOfOlderFormat;
  private boolean isMarkIntact;
  private long checkedBytes;
  private boolean isVerified;
  private long[] words = new long[64];
  private final WordBytes group = new WordBytes();

  /**
   * Creates a reader of the first {@code sizeBytes} bytes of a file.
   *
   * @param from offset of the first frame that will be read
   */
  public FrameReader(RawFile file, long storeTag, long sizeBytes, long from) {
    this(file, storeTag, sizeBytes, (int) Math.min(sizeBytes - from, MAX_WINDOW_BYTES));
  }

  private FrameReader(RawFile file, long storeTag, long sizeBytes, int windowBytes) {
    this.file = file;
    this.storeTag = storeTag;
    this.sizeBytes = sizeBytes;
    tagChecksum = LogFormat.tagChecksum(storeTag);
    window = AlignedBuffers.allocate(Math.max(LogFormat.HEADER_BYTES, windowBytes));
    windowWords = window.asLongBuffer();
  }

  /**
   * Returns a reader that keeps the whole file in memory, so that the file is read only once even
   * if its frames are visited repeatedly. Returns null if the file is too small to benefit or too
   * large for memory.
   */
  static FrameReader ofWhole(RawFile file, long storeTag, long sizeBytes) {
    boolean isKept = sizeBytes > MAX_WINDOW_BYTES && sizeBytes <= mostKeptBytes();
    return isKept ? new FrameReader(file, storeTag, sizeBytes, (int) sizeBytes) : null;
  }

  /**
   * Called after all frames were verified. If the whole file is in memory, checksums are not
   * computed again when frames are read again.
   */
  void verified() {
    isVerified = windowStart == 0 && windowLength == sizeBytes;
  }

  private static long mostKeptBytes() {
    return Math.min(Runtime.getRuntime().maxMemory() / KEPT_PART, MOST_KEPT_BYTES);
  }

  /**
   * Returns the store tag in the header of a log file. Returns an empty result if the file is
   * unreadable or the checksum of the header does not match.
   */
  public static OptionalLong tag(StoreDirectory directory, String name) {
    ByteBuffer header = AlignedBuffers.allocate(LogFormat.HEADER_BYTES);
    try (RawFile file = directory.openForReading(name, RawFile.Caching.BUFFERED)) {
      if (file.read(0, header, 0, LogFormat.HEADER_BYTES) < LogFormat.HEADER_BYTES
          || header.getInt(LogFormat.AT_FILE_MAGIC) != LogFormat.FILE_MAGIC) {
        return OptionalLong.empty();
      }
    } catch (StoreIoException e) {
      return OptionalLong.empty();
    }
    long tag = header.getLong(LogFormat.AT_TAG);
    int own = LogFormat.checksum(new CRC32C(), header, 0, LogFormat.AT_HEADER_CRC);
    return header.getInt(LogFormat.AT_HEADER_CRC) == (own ^ LogFormat.tagChecksum(tag))
        ? OptionalLong.of(tag)
        : OptionalLong.empty();
  }

  /** Reads and checks the file header. Returns the number of the first frame. */
  public long readHeader() {
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
    packing = LogFormat.packing(format);
    isOfOlderFormat = format < LogFormat.NUMBERED_VERSION;
    long first = window.getLong(LogFormat.AT_FIRST);
    if (format < 1 || first < 1 || first > LogFormat.MAX_FIRST) {
      throw damaged(0, "impossible header: format " + format + ", first frame " + first);
    }
    return first;
  }

  /**
   * Returns how frames that are written together may be stored in the file, according to the format
   * version in its header. The caller must have called {@link #readHeader}.
   */
  FramePacking packing() {
    return packing;
  }

  /**
   * Returns whether the header has an older format version than this library writes. The caller
   * must have called {@link #readHeader}.
   */
  boolean isOfOlderFormat() {
    return isOfOlderFormat;
  }

  /**
   * Returns how many frames at the start of the file were written by a rewrite of the log. They are
   * durable, because a rewrite syncs the file before it renames the file to the log's name.
   */
  public int readRewritten() {
    return window(0, LogFormat.HEADER_BYTES) ? window.getInt(LogFormat.AT_REWRITTEN) : 0;
  }

  /**
   * Returns the durable mark in the header: the number of a frame up to which all frames are
   * durable. Returns 0 if the mark is damaged.
   */
  public long readMark() {
    isMarkIntact = false;
    if (!window(0, LogFormat.HEADER_BYTES)) {
      return 0;
    }
    int own = LogFormat.checksum(crc, window, LogFormat.AT_MARK, LogFormat.AT_MARK_CRC);
    boolean intact = window.getInt(LogFormat.AT_MARK_CRC) == (own ^ tagChecksum);
    isMarkIntact = intact;
    return intact ? window.getLong(LogFormat.AT_MARK) : 0;
  }

  /** Returns whether the durable mark that {@link #readMark} read last was intact. */
  public boolean isMarkIntact() {
    return isMarkIntact;
  }

  /**
   * Returns whether the damaged durable mark (the number of a durable frame, with a checksum) was
   * left half written by a failed write. Such a mark consists of a new number and the checksum of
   * an earlier number. The new number is at most {@code last}, because frames are durable before
   * the mark is written.
   *
   * @param first smallest possible earlier number
   * @param last number of the last valid frame
   */
  boolean isMarkHalfWritten(long first, long last) {
    if (!window(0, LogFormat.HEADER_BYTES)) {
      return false;
    }
    long number = window.getLong(LogFormat.AT_MARK);
    int stored = window.getInt(LogFormat.AT_MARK_CRC);
    if (number > last || window.getInt(LogFormat.AT_MARK_RESERVED) != 0) {
      return false;
    }
    ByteBuffer earlier = AlignedBuffers.allocate(LogFormat.MARK_BYTES);
    for (long candidate = number - 1; candidate >= first; candidate--) {
      LogFormat.putMark(earlier, 0, storeTag, candidate);
      if (earlier.getInt(LogFormat.AT_MARK_CRC - LogFormat.AT_MARK) == stored) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a valid frame, of whatever number, starts at {@code offset}. If so, this frame
   * becomes the current frame, whose fields the getters return.
   */
  public boolean frameAt(long offset) {
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
    int countWord = window.getInt(at + LogFormat.AT_WORD_COUNT);
    packed = (countWord & LogFormat.PACKED) != 0;
    hasRuns = packed && (countWord & LogFormat.RUNS) != 0;
    wordCount = packed ? countWord & ~(LogFormat.PACKED | LogFormat.RUNS) : countWord;
    frameCount = 1;
    moveTo(offset);
    return wordCount >= (packed ? 1 : 0)
        && wordCount <= LogFormat.MAX_WORDS
        && number >= 1
        && offset + frameBytes() <= sizeBytes
        && (isVerified || checksumOf(offset, frameBytes()) == (stored ^ tagChecksum))
        && (!packed || readFrameCount(offset));
  }

  /**
   * Moves the window, which is the part of the file in memory, to the start of a frame if the whole
   * frame then fits into the window. This saves a read, because a frame's bytes are needed twice:
   * once for its checksum and once for its content.
   */
  private void moveTo(long offset) {
    long bytes = frameBytes();
    if (offset + bytes > windowStart + windowLength && bytes <= window.capacity()) {
      windowLength = 0;
      window(offset, (int) Math.min(bytes, sizeBytes - offset));
    }
  }

  private boolean readFrameCount(long offset) {
    if (!window(offset + LogFormat.FRAME_HEADER_BYTES, LogFormat.WORD)) {
      return false;
    }
    long frames = window.getLong((int) (offset + LogFormat.FRAME_HEADER_BYTES - windowStart));
    frameCount = (int) frames;
    return frames >= 1 && frames <= (long) wordCount * LogFormat.WORD;
  }

  private int checksumOf(long offset, long length) {
    checkedBytes += length;
    crc.reset();
    long from = offset + LogFormat.AT_NUMBER;
    long end = offset + length;
    while (from < end) {
      if (!window(from, LogFormat.WORD)) {
        // the file shrank meanwhile, so return a value that cannot match
        return ~(int) crc.getValue();
      }
      int at = (int) (from - windowStart);
      int piece = (int) Math.min(end - from, windowLength - at);
      LogFormat.update(crc, window, at, at + piece);
      from += piece;
    }
    return (int) crc.getValue();
  }

  /** Returns the number of bytes over which this reader has computed checksums. */
  public long checkedBytes() {
    return checkedBytes;
  }

  /** Returns the number of the current frame. */
  public long number() {
    return number;
  }

  /**
   * Returns the number of the current frame. If the current frame is packed, returns the number of
   * the last frame in it.
   */
  public long lastNumber() {
    return number + frameCount - 1;
  }

  public long frameBytes() {
    return LogFormat.frameBytes(wordCount);
  }

  /** Returns whether the current frame was appended, rather than written by a rewrite. */
  public boolean isAppended() {
    return lag != LogFormat.LAG_UNKNOWN;
  }

  /**
   * Returns the number of the newest frame that was known to be durable when the current frame was
   * appended, or 0 if unknown.
   */
  public long durableClaim() {
    return lag == LogFormat.LAG_UNKNOWN ? 0 : number - lag;
  }

  /**
   * Passes the frame at {@code offset}, which must be valid, to a visitor. If it is a packed frame,
   * passes each of the frames that it contains. Skips frames whose type the visitor does not want.
   */
  public void visit(long offset, AppendLog.FrameVisitor visitor) {
    int only = packed ? onlyType(offset) : type;
    if (only >= 0 && !visitor.wants(only)) {
      return;
    }
    if (words.length < wordCount) {
      words = new long[Math.max(wordCount, Math.min(words.length * 2, LogFormat.MAX_WORDS))];
    }
    copyWords(offset, words);
    if (!packed) {
      visitor.frame(number, type, words, wordCount);
      return;
    }
    ByteBuffer bytes = group.of(words, 0, wordCount);
    WordPacking packing = new WordPacking(hasRuns);
    packing.startAt(LogFormat.WORD);
    long first = number;
    int frames = frameCount;
    long[] unpacked = new long[64];
    for (int i = 0; i < frames; i++) {
      int length = packing.nextLength(bytes);
      if (length < 0 || length > LogFormat.MAX_WORDS) {
        throw damaged(offset, "frame " + (first + i) + " is packed incorrectly");
      }
      if (unpacked.length < length) {
        unpacked = new long[Math.max(length, 2 * unpacked.length)];
      }
      int itsType = packing.unpack(bytes, length, unpacked);
      if (itsType < 0) {
        throw damaged(offset, "frame " + (first + i) + " is cut off within its packed frame");
      }
      visitor.frame(first + i, itsType, unpacked, length);
    }
  }

  /** Returns the type of the only frame in the packed frame at {@code offset}, or -1. */
  private int onlyType(long offset) {
    long from = offset + LogFormat.FRAME_HEADER_BYTES + LogFormat.WORD; // behind the frame count
    return frameCount == 1 && window(from, 1) ? window.get((int) (from - windowStart)) & 0xFF : -1;
  }

  private void copyWords(long offset, long[] into) {
    long from = offset + LogFormat.FRAME_HEADER_BYTES;
    int done = 0;
    while (done < wordCount) {
      if (!window(from, LogFormat.WORD)) {
        throw damaged(offset, "the file shrank during a read");
      }
      int at = (int) (from - windowStart);
      int piece = Math.min(wordCount - done, (windowLength - at) / LogFormat.WORD);
      windowWords.get(at / LogFormat.WORD, into, done, piece);
      done += piece;
      from += (long) piece * LogFormat.WORD;
    }
  }

  /**
   * Moves the window, which is the part of the file in memory, so that it contains {@code length}
   * bytes from {@code offset} on. Returns false if the file is shorter.
   */
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

  /** Returns the offset of the first nonzero word from {@code from} on, or the end of the words. */
  long skipZeros(long from) {
    long offset = from;
    while (window(offset, LogFormat.WORD)) {
      int at = (int) (offset - windowStart);
      while (at <= windowLength - LogFormat.WORD) {
        if (window.getLong(at) != 0) {
          return windowStart + at;
        }
        at += LogFormat.WORD;
      }
      offset = windowStart + at;
    }
    return offset;
  }

  /** Returns the offset after the file's last nonzero byte, but at least {@code from}. */
  public long endOfContent(long from) {
    long end = from;
    long offset = skipZeros(from);
    while (offset < sizeBytes) {
      if (!window(offset, 1)) {
        return sizeBytes; // the file shrank meanwhile
      }
      int at = (int) (offset - windowStart);
      int piece = windowLength - at;
      for (int i = 0; i < piece; i++) {
        if (window.get(at + i) != 0) {
          end = offset + i + 1;
        }
      }
      offset += piece;
    }
    return end;
  }

  DamagedStoreException damaged(long offset, String cause) {
    return new DamagedStoreException(file.name(), "offset " + offset, cause);
  }
}
