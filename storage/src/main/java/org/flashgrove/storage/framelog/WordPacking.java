package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Compresses the words of consecutive frames into a packed frame. {@code docs/format/log.md}
 * defines the format.
 *
 * <p>Each word is xored with a reference, and only the low bytes of the result are stored. A code
 * of four bits per word tells which reference is used and how many bytes are stored. The reference
 * is one of these:
 *
 * <ul>
 *   <li>the same word in the last frame of this type
 *   <li>the word two positions before, which is equal if the two words are corners of a point's
 *       rectangle
 *   <li>the word five positions before, which is the same word of the previous entry if entries
 *       have five words
 *   <li>zero
 * </ul>
 *
 * <p>Packing and unpacking start with an empty state and update it in the same way after each
 * frame. Not thread-safe.
 */
final class WordPacking {
  /**
   * Maximum number of bytes that a frame takes in addition to its words and their codes. The head
   * of a run is included.
   */
  private static final int MOST_HEAD_BYTES = 3 + FrameRun.MOST_WORDS / 2;

  private static final int TYPES = 256;
  private static final int ENTRY_WORDS = 5;
  private static final int CORNER_WORDS = 2;

  private static final int LAST = 0;
  private static final int CORNER = 1;
  private static final int ENTRY = 2;
  private static final int OWN = 3;

  /**
   * For each code, the reference with which a word is xored: a word of the last frame, a word two
   * or five positions before, or zero.
   */
  private static final int[] BASE = {
    LAST, LAST, LAST, LAST, LAST, CORNER, CORNER, CORNER, ENTRY, ENTRY, ENTRY, ENTRY, OWN, OWN, OWN,
    OWN
  };

  /** For each code, the number of bytes that are stored. */
  private static final int[] BYTES = {0, 1, 2, 6, 7, 0, 4, 5, 1, 2, 5, 6, 0, 1, 3, 8};

  private static final int CODE_BITS = 4;

  /** Distance of the words that {@link #mayShorten} looks at. No record has this many words. */
  private static final int SAMPLE = 13;

  /** Sixteenths of a byte that a word takes on average if packing hardly shortens a frame. */
  private static final int SAMPLE_LIMIT = 15 * Long.BYTES;

  /**
   * Number of words whose codes fit into a long. Each call packs this many words, so that the JIT
   * compiles the method early and only once.
   */
  private static final int SLICE = Long.SIZE / CODE_BITS;

  private static final int CODE_MASK = (1 << CODE_BITS) - 1;

  /** Number of possible byte counts: 0 to 8. */
  private static final int NUMBERS = Long.BYTES + 1;

  /**
   * For each reference and each number of differing bytes, the rank of the best code. The rank of a
   * code is its number of stored bytes times 16, plus the code. The best code has the smallest
   * rank.
   */
  private static final int[] RANKS = ranks();

  /**
   * For each frame type, the words of the last frame of this type, followed by zeros. If the next
   * frame is longer, its additional words thus have zero as their reference.
   */
  private final long[][] last = new long[TYPES][];

  private final int[] lastLength = new int[TYPES];
  private final FrameRun run; // null if there are no runs
  private int position;
  private int codes; // offset of the codes of the frame that is packed

  /**
   * Creates an object that packs or unpacks frames.
   *
   * @param hasRuns whether packed frames may contain a {@link FrameRun}
   */
  WordPacking(boolean hasRuns) {
    run = hasRuns ? new FrameRun() : null;
  }

  private static int[] ranks() {
    int[] ranks = new int[(OWN + 1) * NUMBERS];
    Arrays.fill(ranks, Integer.MAX_VALUE);
    for (int code = 0; code <= CODE_MASK; code++) {
      for (int differing = 0; differing <= BYTES[code]; differing++) {
        int at = BASE[code] * NUMBERS + differing;
        ranks[at] = Math.min(ranks[at], BYTES[code] << CODE_BITS | code);
      }
    }
    return ranks;
  }

  /** Resets this object, as if no frame had been packed or unpacked. */
  void clear() {
    if (run != null) {
      run.clear();
    }
    for (int type = 0; type < TYPES; type++) {
      if (lastLength[type] > 0) {
        Arrays.fill(last[type], 0, lastLength[type], 0);
        lastLength[type] = 0;
      }
    }
  }

  /** Returns the maximum size in bytes of a packed frame of {@code length} words. */
  static long mostBytes(int length) {
    return MOST_HEAD_BYTES + (length + 1L) / 2 + (long) length * Long.BYTES;
  }

  /**
   * Packs a frame into {@code bytes} from offset {@code at} on. The caller provides room for {@link
   * #mostBytes} bytes there. Within this room, bytes after the packed frame may be overwritten.
   *
   * @return the offset after the packed frame
   */
  int pack(int type, long[] words, int length, ByteBuffer bytes, int at) {
    long[] before = lastOf(type, length);
    int to = run == null ? -1 : run.pack(type, words, length, before, bytes, at);
    if (to < 0) {
      to = packAlone(type, words, length, before, bytes, at);
    }
    keep(type, words, length);
    return to;
  }

  /**
   * Returns whether packing may shorten a long frame. Looks at some of its words, because packing
   * takes much longer. Frames of packed content are common, and do not become shorter.
   */
  boolean mayShorten(int type, long[] words, int length) {
    long[] before = lastOf(type, length);
    long bytes = 0;
    long sampled = 0;
    for (int i = ENTRY_WORDS; i < length; i += SAMPLE) {
      bytes += leastRank(words, before, i) >>> CODE_BITS;
      sampled++;
    }
    return 16 * bytes < SAMPLE_LIMIT * sampled;
  }

  private static int leastRank(long[] words, long[] before, int i) {
    long word = words[i];
    int rank = Math.min(rank(LAST, word ^ before[i]), rank(OWN, word));
    rank = Math.min(rank, rank(CORNER, word ^ words[i - CORNER_WORDS]));
    return Math.min(rank, rank(ENTRY, word ^ words[i - ENTRY_WORDS]));
  }

  private int packAlone(
      int type, long[] words, int length, long[] before, ByteBuffer bytes, int at) {
    bytes.put(at, (byte) type);
    codes = putCount(bytes, at + 1, run == null ? length : length << 1);
    int to = codes + (length + 1) / 2;
    for (int from = 0; from < length; from += SLICE) {
      int end = Math.min(from + SLICE, length);
      to = packSome(words, before, from, end, bytes, to);
    }
    return to;
  }

  /**
   * Packs words {@code from} to {@code end - 1}. Writes their codes behind those of earlier words,
   * and their stored bytes at offset {@code first}.
   *
   * @return the offset after the stored bytes
   */
  private int packSome(
      long[] words, long[] before, int from, int end, ByteBuffer bytes, int first) {
    boolean lowestFirst = bytes.order() == ByteOrder.LITTLE_ENDIAN;
    long all = 0;
    int to = first;
    for (int i = from; i < end; i++) {
      long word = words[i];
      long byLast = word ^ before[i];
      long byCorner = i < CORNER_WORDS ? word : word ^ words[i - CORNER_WORDS];
      long byEntry = i < ENTRY_WORDS ? word : word ^ words[i - ENTRY_WORDS];
      int rank = Math.min(rank(LAST, byLast), rank(CORNER, byCorner));
      rank = Math.min(rank, Math.min(rank(ENTRY, byEntry), rank(OWN, word)));
      int code = rank & CODE_MASK;
      all |= (long) code << CODE_BITS * (i - from);
      int base = BASE[code];
      long rest =
          base == LAST ? byLast : base == CORNER ? byCorner : base == ENTRY ? byEntry : word;
      // Writes all eight bytes. The next word, or nothing, overwrites the superfluous ones.
      bytes.putLong(to, lowestFirst ? rest : Long.reverseBytes(rest));
      to += rank >>> CODE_BITS;
    }
    for (int i = from; i < end; i += 2) {
      bytes.put(codes + i / 2, (byte) (all >>> CODE_BITS * (i - from)));
    }
    return to;
  }

  private static int putCount(ByteBuffer bytes, int at, int count) {
    int to = at;
    int left = count;
    while (left >= 0x80) {
      bytes.put(to++, (byte) (left | 0x80));
      left >>>= 7;
    }
    bytes.put(to++, (byte) left);
    return to;
  }

  private static int rank(int base, long rest) {
    return RANKS[base * NUMBERS + Long.BYTES - Long.numberOfLeadingZeros(rest) / Byte.SIZE];
  }

  private long base(int kind, int type, long[] words, int i) {
    return switch (kind) {
      case LAST -> last[type][i];
      case CORNER -> i < CORNER_WORDS ? 0 : words[i - CORNER_WORDS];
      case ENTRY -> i < ENTRY_WORDS ? 0 : words[i - ENTRY_WORDS];
      default -> 0;
    };
  }

  /** Returns the last frame of a type, extended by zeros to at least {@code length} words. */
  private long[] lastOf(int type, int length) {
    long[] words = last[type];
    if (words == null || words.length < length) {
      int room = Math.max(16, Math.min(2 * length, Math.max(length, 4096)));
      words = words == null ? new long[room] : Arrays.copyOf(words, room);
      last[type] = words;
    }
    return words;
  }

  private void keep(int type, long[] words, int length) {
    System.arraycopy(words, 0, last[type], 0, length);
    if (length < lastLength[type]) {
      Arrays.fill(last[type], length, lastLength[type], 0);
    }
    lastLength[type] = length;
  }

  /** Starts to unpack the frames in a buffer from offset {@code at} on. */
  void startAt(int at) {
    clear();
    position = at;
  }

  /**
   * Returns the number of words of the next frame, or -1 if {@code bytes} contain no further frame.
   */
  int nextLength(ByteBuffer bytes) {
    if (run != null && run.left() > 0) {
      return run.length();
    }
    int at = position + 1;
    int length = 0;
    for (int shift = 0; shift < 28 && at < bytes.capacity(); shift += 7, at++) {
      int part = bytes.get(at);
      length |= (part & 0x7F) << shift;
      if (part >= 0) {
        return run == null ? length : length >>> 1;
      }
    }
    return -1;
  }

  /**
   * Unpacks the next frame.
   *
   * @param length number of its words, as returned by {@link #nextLength}
   * @return the frame's type, or -1 if {@code bytes} end within the frame
   */
  int unpack(ByteBuffer bytes, int length, long[] into) {
    if (run != null && run.left() == 0 && (bytes.get(position + 1) & 1) != 0) {
      position = run.open(bytes, position);
      if (position < 0) {
        return -1;
      }
    }
    return run != null && run.left() > 0
        ? unpackOfRun(bytes, into)
        : unpackAlone(bytes, length, into);
  }

  private int unpackOfRun(ByteBuffer bytes, long[] into) {
    int type = run.type();
    int length = run.length();
    position = run.read(bytes, position, lastOf(type, length), into);
    if (position < 0) {
      return -1;
    }
    keep(type, into, length);
    return type;
  }

  private int unpackAlone(ByteBuffer bytes, int length, long[] into) {
    int type = bytes.get(position) & 0xFF;
    int codes = position + 1;
    while (bytes.get(codes++) < 0) {
      // skips the word count, which nextLength has already read
    }
    int from = codes + (length + 1) / 2;
    if (from > bytes.capacity()) {
      return -1;
    }
    long[] previous = lastOf(type, length);
    for (int i = 0; i < length; i++) {
      int code = bytes.get(codes + i / 2) >>> 4 * (i & 1) & 0xF;
      int count = BYTES[code];
      if (from + count > bytes.capacity()) {
        return -1;
      }
      int base = BASE[code];
      into[i] = rest(bytes, from, count) ^ (base == LAST ? previous[i] : base(base, type, into, i));
      from += count;
    }
    keep(type, into, length);
    position = from;
    return type;
  }

  /** Returns the number in the {@code count} bytes at {@code from}, least byte first. */
  private static long rest(ByteBuffer bytes, int from, int count) {
    if (count == 0) {
      return 0;
    }
    if (from + Long.BYTES <= bytes.capacity()) {
      long word = bytes.getLong(from);
      long lowestFirst = bytes.order() == ByteOrder.LITTLE_ENDIAN ? word : Long.reverseBytes(word);
      return lowestFirst & -1L >>> Long.SIZE - Byte.SIZE * count;
    }
    long rest = 0;
    for (int i = 0; i < count; i++) {
      rest |= (bytes.get(from + i) & 0xFFL) << Byte.SIZE * i;
    }
    return rest;
  }
}
