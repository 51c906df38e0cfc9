package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Layout of a log file. All numbers are little endian, and all sizes are multiples of 8 bytes.
 * {@code docs/format/log.md} describes the same layout.
 *
 * <pre>
 * file header                            frame
 * offset  bytes  field                   offset  bytes  field
 *      0      4  magic                        0      4  magic
 *      4      4  format version               4      4  checksum
 *      8      8  store tag                    8      8  number
 *     16      8  number of first frame       16      1  type
 *     24      4  frames of the rewrite       17      3  durable lag
 *     28      4  checksum                    20      4  word count
 *     32      8  durable mark                24         words, 8 bytes each
 *     40      4  reserved, zero
 *     44      4  checksum of the mark
 *     48         frames
 * </pre>
 *
 * <p>A checksum is the CRC-32C of some bytes, xor the CRC-32C of the store tag. It covers bytes 0
 * to 27 for the file header, bytes 32 to 43 for the mark, and all bytes after the checksum for a
 * frame.
 *
 * <p>When a frame was appended, all frames up to {@code number - lag} were durable, where {@code
 * lag} is its durable lag. {@link #LAG_UNKNOWN} means that nothing is known. The durable mark is
 * the number of a frame up to which all frames are durable. It is the only part of the header that
 * is updated later.
 */
final class LogFormat {
  /**
   * Format version that this class writes. Since this version, an interval in a checkpoint image of
   * a Grove may take several frames.
   */
  static final int FORMAT_VERSION = 6;

  /** First format version whose packed frames may contain runs ({@link FrameRun}). */
  static final int RUNS_VERSION = 5;

  /**
   * First format version in which a compaction writes, for each node, the number of the newest
   * frame that changed the node. Since this version, a STATE frame also contains the number of
   * frames that follow and belong to it.
   */
  static final int NUMBERED_VERSION = 3;

  /** Format version of a log without packed frames. */
  static final int PLAIN_VERSION = 1;

  /**
   * Flag in the word count of a packed frame. The words of such a frame are the number of frames
   * that it contains, followed by the compressed frames.
   */
  static final int PACKED = 1 << 30;

  /** Flag in the word count of a packed frame: the frame may contain runs ({@link FrameRun}). */
  static final int RUNS = 1 << 29;

  static final int FILE_MAGIC = 0x31_4C_47_46; // "FGL1" in the file
  static final int AT_FILE_MAGIC = 0;
  static final int AT_FORMAT = 4;
  static final int AT_TAG = 8;
  static final int AT_FIRST = 16;
  static final int AT_REWRITTEN = 24;
  static final int AT_HEADER_CRC = 28;
  static final int AT_MARK = 32;
  static final int AT_MARK_RESERVED = 40;
  static final int AT_MARK_CRC = 44;
  static final int HEADER_BYTES = 48;
  static final int MARK_BYTES = HEADER_BYTES - AT_MARK;

  static final int FRAME_MAGIC = 0x4D_52_46_46; // "FFRM" in the file
  static final int AT_FRAME_MAGIC = 0;
  static final int AT_FRAME_CRC = 4;
  static final int AT_NUMBER = 8;
  static final int AT_TYPE_AND_LAG = 16;
  static final int AT_WORD_COUNT = 20;
  static final int FRAME_HEADER_BYTES = 24;
  static final int FRAME_HEADER_WORDS = 3;

  static final int WORD = Long.BYTES;
  static final int MAX_WORDS = 1 << 24;
  static final int MAX_TYPE = 255;

  /** Largest allowed number of a first frame. It leaves enough numbers for all later frames. */
  static final long MAX_FIRST = 1L << 60;

  static final int LAG_UNKNOWN = (1 << 24) - 1;

  private LogFormat() {}

  /** Returns the size in bytes of a frame with {@code words} words. */
  static long frameBytes(int words) {
    return FRAME_HEADER_BYTES + (long) words * WORD;
  }

  /**
   * Returns the word at {@link #AT_TYPE_AND_LAG}, which contains type, durable lag and word count.
   */
  static long shapeWord(int type, long lag, int words) {
    long bounded = Math.min(lag, LAG_UNKNOWN);
    return type | bounded << 8 | (long) words << 32;
  }

  /** Returns the word at {@link #AT_TYPE_AND_LAG} of a packed frame. */
  static long packedShapeWord(long lag, int words, boolean hasRuns) {
    return shapeWord(0, lag, words | PACKED | (hasRuns ? RUNS : 0));
  }

  /** Returns how frames that are written together are stored in a log of a format version. */
  static FramePacking packing(int format) {
    if (format == PLAIN_VERSION) {
      return FramePacking.NONE;
    }
    return format < RUNS_VERSION ? FramePacking.FRAMES : FramePacking.RUNS;
  }

  /** Returns the value that is mixed into all checksums to bind them to a store. */
  static int tagChecksum(long storeTag) {
    CRC32C crc = new CRC32C();
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      crc.update((int) (storeTag >>> shift));
    }
    return (int) crc.getValue();
  }

  /** Returns the CRC-32C of bytes {@code from} to {@code to - 1}. */
  static int checksum(CRC32C crc, ByteBuffer bytes, int from, int to) {
    crc.reset();
    update(crc, bytes, from, to);
    return (int) crc.getValue();
  }

  static void update(CRC32C crc, ByteBuffer bytes, int from, int to) {
    bytes.limit(to).position(from);
    crc.update(bytes);
    bytes.clear();
  }

  /**
   * Writes a file header, including a durable mark, to the front of {@code bytes}.
   *
   * @param rewritten number of frames at the start of the file that the rewrite has written. They
   *     are durable before the file is renamed to the log's name
   */
  static void putHeader(ByteBuffer bytes, long storeTag, long firstNumber, int rewritten) {
    bytes.putInt(AT_FILE_MAGIC, FILE_MAGIC);
    bytes.putInt(AT_FORMAT, FORMAT_VERSION);
    bytes.putLong(AT_TAG, storeTag);
    bytes.putLong(AT_FIRST, firstNumber);
    bytes.putInt(AT_REWRITTEN, rewritten);
    int own = checksum(new CRC32C(), bytes, 0, AT_HEADER_CRC);
    bytes.putInt(AT_HEADER_CRC, own ^ tagChecksum(storeTag));
    putMark(bytes, AT_MARK, storeTag, firstNumber - 1);
  }

  /** Writes a durable mark at offset {@code at}. */
  static void putMark(ByteBuffer bytes, int at, long storeTag, long durable) {
    bytes.putLong(at, durable);
    bytes.putInt(at + AT_MARK_RESERVED - AT_MARK, 0);
    int end = at + AT_MARK_CRC - AT_MARK;
    int own = checksum(new CRC32C(), bytes, at, end);
    bytes.putInt(end, own ^ tagChecksum(storeTag));
  }

  /**
   * Checks that a log can hold a frame.
   *
   * @throws IllegalArgumentException if the type or the number of words is out of range
   */
  static void requireFrame(int type, long[] words, int length) {
    if (type < 0 || type > MAX_TYPE) {
      throw new IllegalArgumentException("type = " + type + " (allowed: 0 to " + MAX_TYPE + ")");
    }
    int most = Math.min(words.length, MAX_WORDS);
    if (length < 0 || length > most) {
      throw new IllegalArgumentException("length = " + length + " (allowed: 0 to " + most + ")");
    }
  }
}
