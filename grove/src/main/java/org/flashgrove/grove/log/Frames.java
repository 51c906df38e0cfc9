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
 * Encoding of Grove's log frames as words. A frame holds changes, an edit, or a part of a
 * checkpoint image. An edit starts or ends a merge, chooses the domain, or copies footers.
 *
 * <ul>
 *   <li>Changes: one after another, as {@link WordList} defines.
 *   <li>Edit at the end of a merge or bulk load. It begins with the range [lo, hi) of the curve,
 *       and the newest commit whose changes in this range are in the new blocks. Next come the
 *       change of the number of entries, the curve ({@link #addCurve}), the number of intervals,
 *       and the intervals. Each interval has its start, its number of blocks, and its blocks. Each
 *       block has {@link Block#WORDS} words and its number of entries.
 *   <li>Edit at the start of a merge: the range [lo, hi) of the curve and the newest commit. It
 *       freezes the changes in this range up to this commit: the merge takes them. The edit that
 *       ends the merge begins with the same three words.
 *   <li>Edit that chooses the domain: the five words of the curve. Earlier frames have zeros for
 *       these words.
 *   <li>First frame of a checkpoint image: 0, the number of entries, the newest commit, and the
 *       curve. Three words for the frozen changes follow: their range and newest commit, or -1, 0,
 *       0 without frozen changes. The frame ends with the number of intervals of the directory, and
 *       these intervals as in an edit.
 *   <li>Further frames of a checkpoint image, one for each interval of the write buffer in the
 *       order of the curve: 1, the start and end of the interval, and its chunks. A chunk has its
 *       number of bytes, followed by the bytes of a packed page, padded to words, least byte first.
 *       If the interval has frozen changes, a frame with 2 instead of 1 holds them. It comes before
 *       the frame with the other changes.
 *   <li>With a large memory, intervals are written as {@link IntervalFrames} describes, unless the
 *       image is in steps.
 *   <li>A checkpoint image in steps has 3 instead of 0 in its first frame, and its last frame holds
 *       only 4. Frames of changes and edits may occur between the frames of the image. The frame of
 *       an interval describes the state of the interval at this place in the log. Replay skips
 *       changes of the interval before this frame, and applies later ones. An interval without a
 *       frame was empty when the next frame of the image was written. Replay skips its changes
 *       before that frame.
 *   <li>An interval with many changes takes several frames, in all of these forms. Each continues
 *       the previous frame and repeats the start and the end of the interval ({@link
 *       #MOST_INTERVAL_WORDS}).
 *   <li>Copies of footers ({@link LoggedFences}) come after the first frame of a checkpoint image
 *       that is not in steps, or as an edit. A frame of copies has -1, and then for each block its
 *       sequence number, its block number, the number of bytes of the footer, and these bytes.
 *       Bytes are padded to words, least byte first.
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

  /**
   * Once a frame of a checkpoint image has this many words, further changes of the same interval go
   * to another frame. An interval has no maximum size, because entries with equal curve positions
   * stay together, but a log frame has one.
   */
  public static final int MOST_INTERVAL_WORDS = 1 << 16;

  /**
   * Number of words of an edit that starts a merge. An edit is a log frame that starts or ends a
   * merge, chooses the domain, or copies footers.
   */
  public static final int FREEZE_WORDS = 3;

  /** Number of words that {@link #addCurve} adds. */
  public static final int CURVE_WORDS = CurveOrder.PARTS;

  /**
   * Number of words that precede the list of intervals in the first frame of a checkpoint image.
   */
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

  /** Adds the definition of a curve, which is the result of {@link CurveOrder#definition}. */
  public Frames addCurve(double[] definition) {
    for (double part : definition) {
      add(Double.doubleToRawLongBits(part));
    }
    return this;
  }

  /**
   * Reads the definition of a curve from a frame. The definition must equal that of {@code curve},
   * unless one of the two curves has no domain yet. With different curves, the same intervals would
   * hold different entries.
   *
   * @param from index of the first word that {@link #addCurve} added
   * @throws SpecException if the definitions differ
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
          "grove: opened with "
              + describe(expected)
              + ", but the store was written with "
              + describe(found)
              + "; use the settings of the store");
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

  /** Returns the curve position of the change at index {@code at}. */
  public static long value(long[] words, int at, CurveOrder curve) {
    int upper = words[at] >= EXTENT ? at + 4 : at + 2;
    return curve.value(
        Double.longBitsToDouble(words[at + 2]),
        Double.longBitsToDouble(words[at + 3]),
        Double.longBitsToDouble(words[upper]),
        Double.longBitsToDouble(words[upper + 1]));
  }

  /** Adds the intervals of a directory with their blocks. */
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
   * Reads intervals and their blocks from a frame. The blocks have no metadata of their pages yet,
   * because only the footers of the blocks contain this metadata.
   *
   * @param from index of the first word that {@link #addIntervals} added
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

  /** Adds a chunk as its number of bytes and its bytes. */
  public void addChunk(PackedChunk chunk) {
    byte[] page = new byte[chunk.length()];
    add(page.length);
    chunk.copyTo(page, 0);
    addBytes(page);
  }

  /** Adds bytes, padded to words, least byte first. */
  public void addBytes(byte[] bytes) {
    ByteBuffer words = ByteBuffer.wrap(Arrays.copyOf(bytes, wordsOf(bytes.length) * Long.BYTES));
    words.order(ByteOrder.LITTLE_ENDIAN);
    while (words.hasRemaining()) {
      add(words.getLong());
    }
  }

  /** Returns how many words {@code bytes} bytes take. */
  public static int wordsOf(int bytes) {
    return (bytes + Long.BYTES - 1) / Long.BYTES;
  }

  /**
   * Reads chunks and appends their changes to {@code into}.
   *
   * @param from index of the first word that {@link #addChunk} added
   * @param reader reusable reader of packed pages
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

  /**
   * Sets the keys of changes to their curve positions.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException if a rectangle is invalid
   */
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
