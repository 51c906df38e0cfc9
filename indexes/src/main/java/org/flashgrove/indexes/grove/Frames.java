package org.flashgrove.indexes.grove;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedChunk;
import org.flashgrove.indexes.packed.PackedPage;

/**
 * The words of a grove's frames.
 *
 * <ul>
 *   <li>Changes, one behind the other: kind (0 insertion, 1 deletion; 2 more for a rectangle with
 *       an extent), id, x, y, and of a rectangle its greatest x and y.
 *   <li>An edit: [lo, hi) of the line, the newest commit whose changes in it are in the new blocks,
 *       by how much the number of entries grows (deletions that found none, or what a bulk load
 *       brought), the domain and the part of it above which an entry is a giant, number of
 *       intervals, then each interval: its start, its number of blocks, then each block: {@link
 *       Block#WORDS} words and its number of entries.
 *   <li>An edit that begins a bite: [lo, hi) of the line, and the newest commit, whose changes in
 *       it and those before are frozen until the edit with the same three words.
 *   <li>A checkpoint's first frame: 0, number of entries, the newest commit, the domain and the
 *       part for giants, [lo, hi) and the newest commit of what is frozen (-1, 0, 0 if nothing is),
 *       number of intervals, then the intervals as in an edit. Its other frames, one for each
 *       interval of the write buffer in the order of the line: 1, the interval's start and end,
 *       then for each of its chunks the number of bytes and the bytes of a packed page, filled up
 *       to words, least byte first; before it, with 2 instead of 1, its frozen changes.
 *   <li>An edit that chooses the domain, where none was declared: the domain, and the part of it
 *       above which an entry is a giant. In frames before it these five words are zeros.
 * </ul>
 */
final class Frames {
  static final int INSERTION = 0;
  static final int DELETION = 1;
  static final int EXTENT = 2;
  static final int MANIFEST = 0;
  static final int BUFFER = 1;
  static final int FROZEN = 2;

  /** Words of an edit that begins a bite. */
  static final int FREEZE_WORDS = 3;

  /** Words of {@link #addLine}. */
  static final int LINE_WORDS = Line.PARTS;

  /** Words of a checkpoint's first frame before its intervals. */
  static final int MANIFEST_WORDS = 3 + LINE_WORDS + 3;

  /** Words of the insertion of a point. */
  static final int POINT_WORDS = 4;

  private static final int BOX_WORDS = 6;

  private long[] words = new long[64];
  private int length;

  Frames clear() {
    length = 0;
    return this;
  }

  long[] words() {
    return words;
  }

  int length() {
    return length;
  }

  Frames add(long word) {
    if (length == words.length) {
      words = Arrays.copyOf(words, 2 * length);
    }
    words[length++] = word;
    return this;
  }

  /** Adds a change. */
  void addChange(int kind, long id, double minX, double minY, double maxX, double maxY) {
    boolean point = minX == maxX && minY == maxY;
    add(point ? kind : kind + EXTENT).add(id);
    add(Double.doubleToRawLongBits(minX)).add(Double.doubleToRawLongBits(minY));
    if (!point) {
      add(Double.doubleToRawLongBits(maxX)).add(Double.doubleToRawLongBits(maxY));
    }
  }

  /** Returns the words of the change at a place. */
  static int changeWords(long[] words, int at) {
    return words[at] >= EXTENT ? BOX_WORDS : POINT_WORDS;
  }

  /** Refuses words that no commit wrote. */
  static void requireChanges(long frame, long[] words, int length) {
    int at = 0;
    while (at < length) {
      if (words[at] < 0 || words[at] > DELETION + EXTENT || at + changeWords(words, at) > length) {
        throw damaged(frame, "impossible words of a change");
      }
      int upper = words[at] >= EXTENT ? at + 4 : at + 2;
      double x1 = Double.longBitsToDouble(words[at + 2]);
      double y1 = Double.longBitsToDouble(words[at + 3]);
      double x2 = Double.longBitsToDouble(words[upper]);
      double y2 = Double.longBitsToDouble(words[upper + 1]);
      requireRectangle(frame, x1, y1, x2, y2);
      at += changeWords(words, at);
    }
  }

  private static void requireRectangle(long frame, double x1, double y1, double x2, double y2) {
    try {
      Rectangles.requireValid(x1, y1, x2, y2);
    } catch (IllegalArgumentException e) {
      throw damaged(frame, e.getMessage());
    }
  }

  static DamagedStoreException damaged(long frame, String cause) {
    return new DamagedStoreException("log", "frame " + frame, cause);
  }

  /** Adds what says where entries stand on a line, {@link Line#definition}. */
  Frames addLine(double[] definition) {
    for (double part : definition) {
      add(Double.doubleToRawLongBits(part));
    }
    return this;
  }

  /**
   * Returns the definition of the line with which a frame was written. It must be that of a line
   * here, whose intervals would hold other entries else, unless one of the two has no domain yet.
   *
   * @param from where {@link #addLine} began
   * @throws SpecException if it is another one
   */
  static double[] line(long frame, long[] words, int length, int from, Line line) {
    double[] expected = line.definition();
    double[] found = new double[LINE_WORDS];
    for (int i = 0; i < LINE_WORDS; i++) {
      found[i] = Double.longBitsToDouble(word(frame, words, length, from + i));
      if (!(Math.abs(found[i]) <= Double.MAX_VALUE)) {
        throw damaged(frame, "an impossible domain");
      }
    }
    if (!Line.isPossible(found)) {
      throw damaged(frame, "an impossible domain");
    }
    if (line.isKnown() && !Arrays.equals(expected, found)) {
      throw new SpecException(
          "a grove with "
              + describe(expected)
              + " in a store that was written with "
              + describe(found)
              + " (allowed: the latter)");
    }
    return found;
  }

  private static String describe(double[] line) {
    return "domain="
        + line[0]
        + "/"
        + line[1]
        + "/"
        + line[2]
        + "/"
        + line[3]
        + " and giants above "
        + line[4]
        + " of it";
  }

  /** Adds the intervals of a directory and their blocks. */
  void addIntervals(Directory directory) {
    add(directory.intervals());
    for (int i = 0; i < directory.intervals(); i++) {
      int first = directory.firstBlock(i);
      int end = directory.firstBlock(i + 1);
      add(directory.start(i)).add(end - first);
      for (int b = first; b < end; b++) {
        addBlock(directory.block(b));
      }
    }
  }

  private void addBlock(StoredBlock block) {
    while (words.length < length + Block.WORDS + 1) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    block.block().write(words, length);
    length += Block.WORDS;
    add(block.entries());
  }

  /**
   * Returns the intervals and blocks in words, without fences.
   *
   * @param from where {@link #addIntervals} began
   * @param lo start of the first interval
   */
  static Directory.Builder intervals(long frame, long[] words, int length, int from, long lo) {
    int at = from;
    long intervals = word(frame, words, length, at++);
    Directory.Builder builder = new Directory.Builder();
    long start = lo;
    for (long i = 0; i < intervals; i++) {
      long next = word(frame, words, length, at++);
      long blocks = word(frame, words, length, at++);
      if (i == 0 ? next != start : next <= start || next >= Line.END) {
        throw damaged(frame, "intervals out of order");
      }
      if (blocks < 0 || blocks > length) {
        throw damaged(frame, "an interval of " + blocks + " blocks");
      }
      start = next;
      builder.interval(start);
      for (long b = 0; b < blocks; b++) {
        Block block = Block.read(frame, words, length, at);
        long entries = word(frame, words, length, at + Block.WORDS);
        if (entries < 1 || entries > Integer.MAX_VALUE) {
          throw damaged(frame, "a block of " + entries + " entries");
        }
        builder.block(new StoredBlock(block, (int) entries, null));
        at += Block.WORDS + 1;
      }
    }
    if (intervals < 1 || at != length) {
      throw damaged(frame, "impossible number of intervals");
    }
    return builder;
  }

  static long word(long frame, long[] words, int length, int at) {
    if (at >= length) {
      throw damaged(frame, "ends too early");
    }
    return words[at];
  }

  /** Adds the bytes of packed changes. */
  void addChunks(Chunk[] chunks) {
    for (Chunk chunk : chunks) {
      int count = chunk.packed().length();
      add(count);
      byte[] page = new byte[count + 7 & ~7];
      chunk.packed().copyTo(page, 0);
      ByteBuffer bytes = ByteBuffer.wrap(page);
      bytes.order(ByteOrder.LITTLE_ENDIAN);
      while (bytes.hasRemaining()) {
        add(bytes.getLong());
      }
    }
  }

  /**
   * Appends the changes packed in words.
   *
   * @param from where {@link #addChunks} began
   * @param reader reads the packed pages
   */
  static void readChunks(
      long frame, long[] words, int length, int from, PackedPage reader, EntryColumns into) {
    int at = from;
    while (at < length) {
      long bytes = words[at++];
      if (bytes < 1 || bytes > (long) Long.BYTES * (length - at)) {
        throw damaged(frame, "a chunk of " + bytes + " bytes");
      }
      int count = (int) (bytes + 7) / Long.BYTES;
      ByteBuffer page = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < count; i++) {
        page.putLong(words[at++]);
      }
      byte[] exact = Arrays.copyOf(page.array(), (int) bytes);
      PackedChunk.read(exact, "log", "frame " + frame).turn(reader);
      reader.appendTo(into);
    }
  }

  /** Sets keys, and refuses what is no rectangle. */
  static void setKeys(long frame, Line line, EntryColumns changes) {
    for (int i = 0; i < changes.size(); i++) {
      double x1 = changes.minX(i);
      double y1 = changes.minY(i);
      double x2 = changes.maxX(i);
      double y2 = changes.maxY(i);
      requireRectangle(frame, x1, y1, x2, y2);
      changes.setKey(i, line.value(x1, y1, x2, y2));
    }
  }
}
