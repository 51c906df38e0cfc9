package org.flashgrove.grove.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.block.WordList;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.packed.PackedChunk;
import org.flashgrove.grove.packed.PackedPage;

/**
 * The words of a grove's frames.
 *
 * <ul>
 *   <li>Changes, one behind the other: kind (0 insertion, 1 deletion; 2 more for a rectangle with
 *       an extent), id, x, y, and of a rectangle its greatest x and y.
 *   <li>An edit: [lo, hi) of the curve, the newest commit whose changes in it are in the new
 *       blocks, by how much the number of entries grows (deletions that found none, or what a bulk
 *       load brought), the domain and the part of it above which an entry is oversized, number of
 *       intervals, then each interval: its start, its number of blocks, then each block: {@link
 *       Block#WORDS} words and its number of entries.
 *   <li>An edit that begins a merge: [lo, hi) of the curve, and the newest commit, whose changes in
 *       it and those before are frozen until the edit with the same three words.
 *   <li>A checkpoint image's first frame: 0, number of entries, the newest commit, the domain and
 *       the part for oversized entries, [lo, hi) and the newest commit of what is frozen (-1, 0, 0
 *       if nothing is), number of intervals, then the intervals as in an edit. Its other frames,
 *       one for each interval of the write buffer in the order of the curve: 1, the interval's
 *       start and end, then for each of its chunks the number of bytes and the bytes of a packed
 *       page, filled up to words, least byte first; before it, with 2 instead of 1, its frozen
 *       changes.
 *   <li>A grove with a large memory writes its intervals as {@link IntervalFrames} does instead,
 *       unless the image is in steps.
 *   <li>A checkpoint image in steps has 3 instead of 0 in its first frame and ends with a frame
 *       that holds 4 alone. Frames of changes and edits stand between its frames. A frame of an
 *       interval says what the interval held at that place of the log: changes before it are not
 *       applied to the interval, changes behind it are. An interval without a frame held no changes
 *       when the next frame, or the last one, was written; changes before that one are not applied
 *       to it.
 *   <li>Copies of footers ({@link LoggedFences}), behind the first frame of a checkpoint image that
 *       is not in steps, or as an edit: -1, then for each its block's sequence and number, the
 *       number of bytes and the bytes, filled up to words, least byte first.
 *   <li>An edit that chooses the domain, where none was declared: the domain, and the part of it
 *       above which an entry is oversized. In frames before it these five words are zeros.
 * </ul>
 */
public final class Frames extends WordList {
  public static final int MANIFEST = 0;
  public static final int BUFFER = 1;
  public static final int FROZEN = 2;
  public static final int STEPS = 3;
  public static final int LAST_STEP = 4;
  public static final int INTERVALS = 5;
  public static final int SHORT_INTERVALS = 6;

  /** Words of an edit that begins a merge. */
  public static final int FREEZE_WORDS = 3;

  /** Words of {@link #addCurve}. */
  public static final int CURVE_WORDS = CurveOrder.PARTS;

  /** Words of a checkpoint image's first frame before its intervals. */
  public static final int MANIFEST_WORDS = 3 + CURVE_WORDS + 3;

  @Override
  public Frames clear() {
    super.clear();
    return this;
  }

  @Override
  public Frames add(long word) {
    super.add(word);
    return this;
  }

  /** Adds what says where entries stand on a curve, {@link CurveOrder#definition}. */
  public Frames addCurve(double[] definition) {
    for (double part : definition) {
      add(Double.doubleToRawLongBits(part));
    }
    return this;
  }

  /**
   * Returns the definition of the curve with which a frame was written. It must be that of a curve
   * here, whose intervals would hold other entries else, unless one of the two has no domain yet.
   *
   * @param from where {@link #addCurve} began
   * @throws SpecException if it is another one
   */
  public static double[] curve(long frame, long[] words, int length, int from, CurveOrder curve) {
    double[] expected = curve.definition();
    double[] found = new double[CURVE_WORDS];
    for (int i = 0; i < CURVE_WORDS; i++) {
      found[i] = Double.longBitsToDouble(word(frame, words, length, from + i));
      if (!(Math.abs(found[i]) <= Double.MAX_VALUE)) {
        throw damaged(frame, "an impossible domain");
      }
    }
    if (!CurveOrder.isPossible(found)) {
      throw damaged(frame, "an impossible domain");
    }
    if (curve.isKnown() && !Arrays.equals(expected, found)) {
      throw new SpecException(
          "a grove with "
              + describe(expected)
              + " in a store that was written with "
              + describe(found)
              + " (allowed: the latter)");
    }
    return found;
  }

  private static String describe(double[] curve) {
    return "domain="
        + curve[0]
        + "/"
        + curve[1]
        + "/"
        + curve[2]
        + "/"
        + curve[3]
        + " and oversized entries above "
        + curve[4]
        + " of it";
  }

  /** Returns where the entry of a change at a place in words stands on a curve. */
  public static long value(long[] words, int at, CurveOrder curve) {
    int upper = words[at] >= EXTENT ? at + 4 : at + 2;
    return curve.value(
        Double.longBitsToDouble(words[at + 2]),
        Double.longBitsToDouble(words[at + 3]),
        Double.longBitsToDouble(words[upper]),
        Double.longBitsToDouble(words[upper + 1]));
  }

  /** Adds the intervals of a directory and their blocks. */
  public void addIntervals(Directory directory) {
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

  /**
   * Returns the intervals and blocks in words, without fences.
   *
   * @param from where {@link #addIntervals} began
   * @param lo start of the first interval
   */
  public static Directory.Builder intervals(
      long frame, long[] words, int length, int from, long lo) {
    int at = from;
    long intervals = word(frame, words, length, at++);
    Directory.Builder builder = new Directory.Builder();
    long start = lo;
    for (long i = 0; i < intervals; i++) {
      long next = word(frame, words, length, at++);
      long blocks = word(frame, words, length, at++);
      if (i == 0 ? next != start : next <= start || next >= CurveOrder.END) {
        throw damaged(frame, "intervals out of order");
      }
      if (blocks < 0 || blocks > length) {
        throw damaged(frame, "an interval of " + blocks + " blocks");
      }
      start = next;
      builder.interval(start);
      for (long b = 0; b < blocks; b++) {
        builder.block(storedBlock(frame, words, length, at));
        at += BLOCK_WORDS;
      }
    }
    if (intervals < 1 || at != length) {
      throw damaged(frame, "impossible number of intervals");
    }
    return builder;
  }

  /** Adds the bytes of packed changes. */
  public void addChunk(PackedChunk chunk) {
    byte[] page = new byte[chunk.length()];
    add(page.length);
    chunk.copyTo(page, 0);
    addBytes(page);
  }

  /** Adds bytes, filled up to words, least byte first. */
  public void addBytes(byte[] bytes) {
    ByteBuffer words = ByteBuffer.wrap(Arrays.copyOf(bytes, wordsOf(bytes.length) * Long.BYTES));
    words.order(ByteOrder.LITTLE_ENDIAN);
    while (words.hasRemaining()) {
      add(words.getLong());
    }
  }

  /** Returns how many words some bytes take. */
  public static int wordsOf(int bytes) {
    return (bytes + Long.BYTES - 1) / Long.BYTES;
  }

  /**
   * Appends the changes packed in words.
   *
   * @param from where {@link #addChunk} began
   * @param reader reads the packed pages
   */
  public static void readChunks(
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
  public static void setKeys(long frame, CurveOrder curve, EntryColumns changes) {
    for (int i = 0; i < changes.size(); i++) {
      double x1 = changes.minX(i);
      double y1 = changes.minY(i);
      double x2 = changes.maxX(i);
      double y2 = changes.maxY(i);
      requireRectangle(frame, x1, y1, x2, y2);
      changes.setKey(i, curve.value(x1, y1, x2, y2));
    }
  }
}
