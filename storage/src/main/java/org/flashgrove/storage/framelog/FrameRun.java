package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Run of consecutive frames of the same type and length in a packed frame. {@code
 * docs/format/log.md} defines the format. Type, length and one code per word are stored once for
 * all frames of the run. The code of a word tells which difference is stored for this word, and in
 * how many bytes.
 *
 * <p>An object either writes runs or reads them. Not thread-safe.
 */
final class FrameRun {
  /** Maximum number of words of a frame in a run. */
  static final int MOST_WORDS = 16;

  static final int MOST_FRAMES = 255;

  /**
   * Number of consecutive frames of the same type and length that are stored separately before
   * further frames of this type and length form a run.
   */
  private static final int ALONE = 2;

  /**
   * A run with more than this number of frames is long. If a frame does not fit the codes of a long
   * run, the frame is stored separately, and the next run keeps the codes. If a frame does not fit
   * the codes of a shorter run, a new run with other codes begins with this frame.
   */
  private static final int LONG_RUN = 16;

  /**
   * Maximum number of bytes that the codes of a run may waste. A code wastes bytes if it stores
   * more bytes of a word than necessary. If the codes waste more, a new run with narrower codes
   * begins.
   */
  private static final int MOST_WASTE = 64;

  /**
   * Code of a word that is stored as its exclusive-or with the same word of the previous frame of
   * this type.
   */
  private static final int LAST = 0;

  /**
   * Code like {@link #LAST}, but the result is rotated by one bit, so that the sign of a double
   * becomes the lowest bit.
   */
  private static final int SIGNED = 1;

  /**
   * Code of a word that is stored as its difference from the same word of the previous frame of
   * this type, minus 1. The result is 0 if the word was counted up by 1.
   */
  private static final int NEXT = 2;

  /**
   * Code of a word that is stored as its difference from the word two positions before it in the
   * same frame. This code and codes with greater numbers do not use other frames.
   */
  private static final int ABOVE = 3;

  /** Code like {@link #ABOVE}, but the stored difference is negated. */
  private static final int BELOW = 4;

  private static final int OWN = 5;
  private static final int BASES = 6;
  private static final int CORNER_WORDS = 2;
  private static final int BASE_SHIFT = 4;
  private static final int BYTES_MASK = (1 << BASE_SHIFT) - 1;

  private final int[] bases = new int[MOST_WORDS];
  private final int[] sizes = new int[MOST_WORDS];
  private final int[] used = new int[MOST_WORDS]; // most bytes that a frame needed
  private final long[] rests = new long[MOST_WORDS];
  private int type = -1;
  private int length;
  private int alone;
  private boolean hasCodes; // of an earlier run of this type and length
  private int frames; // written, or left to read
  private int countAt;
  private int frameBytes;
  private int wasted;

  /** Resets this object to the state without any frame. */
  void clear() {
    type = -1;
    frames = 0;
  }

  /**
   * Adds a frame to the run, or begins a new run with the frame.
   *
   * <p>This method has over 325 bytes of bytecode, so that the JIT compiler does not inline it.
   * Otherwise the compiler would compile a copy into each caller on the path of a commit, and
   * compile all copies again when the form of the frames changes.
   *
   * @param last the previous frame of this type
   * @param at offset after the previous frame
   * @return the offset after the frame, or -1 if the caller must store the frame separately
   */
  int pack(int itsType, long[] words, int itsLength, long[] last, ByteBuffer bytes, int at) {
    if (itsType != type || itsLength != length) {
      type = itsType;
      length = itsLength;
      frames = 0;
      alone = 1;
      hasCodes = false;
      return -1;
    }
    if (length == 0 || length > MOST_WORDS || frames == 0 && alone++ < ALONE) {
      return -1;
    }
    boolean fits = hasCodes;
    int needed = 0;
    for (int i = 0; i < length; i++) {
      long rest = rest(bases[i], words, last, i);
      int size = Long.BYTES - Long.numberOfLeadingZeros(rest) / Byte.SIZE;
      rests[i] = rest;
      fits &= size <= sizes[i];
      used[i] = Math.max(used[i], size);
      needed += size;
    }
    if (!fits && frames > LONG_RUN) {
      frames = 0;
      return -1;
    }
    if (!fits) {
      chooseCodes(words, last);
    } else {
      wasted += frameBytes - needed;
      // One comparison for ended and full runs. An ended run is so rare that the JIT compiler would
      // leave out a branch for it, and would compile this method again after the first one.
      int others = frames - 1;
      if ((others & 0xFF) < MOST_FRAMES - 1 && !isTooWide()) {
        bytes.put(countAt, (byte) ++frames);
        return putFrame(bytes, at);
      }
    }
    if (frameBytes == 0) { // a packed frame contains no more frames than bytes
      frames = 0; // the next frame must not join a run with other codes
      return -1;
    }
    return begin(bytes, at);
  }

  /**
   * If the codes of the run have wasted many bytes, reduces each code to the bytes that the frames
   * of the run needed. Returns whether the codes changed.
   */
  private boolean isTooWide() {
    if (wasted <= MOST_WASTE) {
      return false;
    }
    wasted = 0;
    int narrow = 0;
    for (int i = 0; i < length; i++) {
      narrow += used[i];
    }
    boolean isTooWide = narrow > 0 && narrow < frameBytes;
    if (isTooWide) {
      System.arraycopy(used, 0, sizes, 0, length);
      frameBytes = narrow;
    }
    return isTooWide;
  }

  private int begin(ByteBuffer bytes, int at) {
    bytes.put(at, (byte) type);
    bytes.put(at + 1, (byte) (length << 1 | 1));
    countAt = at + 2;
    bytes.put(countAt, (byte) 1);
    int to = countAt + 1;
    for (int i = 0; i < length; i++) {
      bytes.put(to++, (byte) (bases[i] << BASE_SHIFT | sizes[i]));
      used[i] = bytesOf(rests[i]);
    }
    frames = 1;
    wasted = 0;
    return putFrame(bytes, to);
  }

  /**
   * Chooses codes into which the differences of a frame fit. Prefers codes into which the frames of
   * the previous run fit, too.
   */
  private void chooseCodes(long[] words, long[] last) {
    frameBytes = 0;
    for (int i = 0; i < length; i++) {
      chooseCode(words, last, i);
      rests[i] = rest(bases[i], words, last, i);
      frameBytes += sizes[i];
    }
    hasCodes = true;
  }

  private void chooseCode(long[] words, long[] last, int i) {
    int best = LAST;
    int size = Long.BYTES + 1;
    for (int base = LAST; base < BASES; base++) {
      int needed = bytesOf(rest(base, words, last, i));
      if (base >= ABOVE) {
        needed = Math.max(needed, bytesOf(rest(base, last, last, i))); // for the previous frame
      }
      if (hasCodes && base == bases[i]) {
        needed = Math.max(needed, sizes[i]);
      }
      if (needed < size) {
        best = base;
        size = needed;
      }
    }
    bases[i] = best;
    sizes[i] = size;
  }

  private int putFrame(ByteBuffer bytes, int at) {
    boolean lowestFirst = bytes.order() == ByteOrder.LITTLE_ENDIAN;
    int to = at;
    for (int i = 0; i < length; i++) {
      long rest = rests[i];
      // Writes all eight bytes. The next word, or nothing, overwrites the superfluous ones.
      bytes.putLong(to, lowestFirst ? rest : Long.reverseBytes(rest));
      to += sizes[i];
    }
    return to;
  }

  private static int bytesOf(long rest) {
    return Long.BYTES - Long.numberOfLeadingZeros(rest) / Byte.SIZE;
  }

  private static long rest(int base, long[] words, long[] last, int i) {
    return switch (base) {
      case LAST -> words[i] ^ last[i];
      case SIGNED -> Long.rotateLeft(words[i] ^ last[i], 1);
      case NEXT -> words[i] - last[i] - 1;
      case ABOVE -> words[i] - corner(words, i);
      case BELOW -> corner(words, i) - words[i];
      default -> words[i];
    };
  }

  private static long word(int base, long rest, long[] words, long[] last, int i) {
    return switch (base) {
      case LAST -> rest ^ last[i];
      case SIGNED -> Long.rotateRight(rest, 1) ^ last[i];
      case NEXT -> rest + last[i] + 1;
      case ABOVE -> corner(words, i) + rest;
      case BELOW -> corner(words, i) - rest;
      default -> rest;
    };
  }

  private static long corner(long[] words, int i) {
    return i < CORNER_WORDS ? 0 : words[i - CORNER_WORDS];
  }

  /** Returns the number of frames of the run that are still to be read. */
  int left() {
    return frames;
  }

  int type() {
    return type;
  }

  int length() {
    return length;
  }

  /**
   * Reads the head of a run, which stores type, length and codes.
   *
   * @param at offset of the head
   * @return the offset of the run's first frame, or -1 if the head is invalid
   */
  int open(ByteBuffer bytes, int at) {
    type = bytes.get(at) & 0xFF;
    length = (bytes.get(at + 1) & 0xFF) >>> 1;
    countAt = at + 2;
    int to = countAt + 1;
    if (length == 0 || length > MOST_WORDS || to + length > bytes.capacity()) {
      return -1;
    }
    for (int i = 0; i < length; i++) {
      int code = bytes.get(to++) & 0xFF;
      bases[i] = code >>> BASE_SHIFT;
      sizes[i] = code & BYTES_MASK;
      if (bases[i] >= BASES || sizes[i] > Long.BYTES) {
        return -1;
      }
    }
    frames = bytes.get(countAt) & 0xFF;
    return frames == 0 ? -1 : to;
  }

  /**
   * Reads the next frame of the run.
   *
   * @return the offset after the frame, or -1 if {@code bytes} end within the frame
   */
  int read(ByteBuffer bytes, int at, long[] last, long[] into) {
    int from = at;
    for (int i = 0; i < length; i++) {
      if (from + sizes[i] > bytes.capacity()) {
        return -1;
      }
      long rest = 0;
      for (int b = 0; b < sizes[i]; b++) {
        rest |= (bytes.get(from++) & 0xFFL) << Byte.SIZE * b;
      }
      into[i] = word(bases[i], rest, into, last, i);
    }
    frames--;
    return from;
  }
}
