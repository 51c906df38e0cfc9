package org.flashgrove.grove.log;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.WordBytes;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.packed.PackedChunk;

/**
 * Frames of a checkpoint image that contain the intervals of a write buffer, with their chunks in
 * the same form as in memory.
 *
 * <p>A frame holds neighbouring intervals, including empty ones. It begins with {@link
 * Frames#SHORT_INTERVALS} and the start of the first interval. Each interval has its end, a word
 * with two numbers, and its chunks. Bits 0 to 31 of the word are the number of chunks. Bits 32 to
 * 63 are the number of frozen chunks, which a merge has taken.
 *
 * <p>A chunk begins with the word {bytes of the page: bits 0 to 23, deletions: bits 24 to 39,
 * entries in runs: bits 40 to 55, number of runs: bits 56 to 62}. The four sides of its box follow.
 * Last come the bytes of the boxes of runs and of the page, padded to words, least byte first. The
 * page lacks the bytes that a reader can restore ({@link PackedChunk#copyShort}). Frames of {@link
 * Frames#INTERVALS}, in logs before format 5, contain whole pages.
 *
 * <p>Not safe for use by several threads.
 */
public final class IntervalFrames {
  private static final int BOX = 4;
  private static final int PAGE_BITS = 24;
  private static final int COVERED_SHIFT = PAGE_BITS + Short.SIZE;
  private static final int RUNS_SHIFT = COVERED_SHIFT + Short.SIZE;

  /**
   * Packed chunk of changes of an interval, as a frame contains it.
   *
   * @param packed packed changes
   * @param deletions number of deletions among the changes
   * @param box minX, minY, maxX, maxY of the changes
   */
  public record LoggedChunk(PackedChunk packed, int deletions, double[] box) {}

  /** Receives the intervals of a frame. */
  @FunctionalInterface
  public interface IntervalSink {
    /**
     * Receives an interval.
     *
     * @param frozen number of frozen chunks, which a merge has taken; they come first in {@code
     *     chunks}
     */
    void interval(long start, long end, LoggedChunk[] chunks, int frozen);
  }

  private byte[] bytes =
      new byte[0]; // reused for all frames, because allocating an array for each slows down opening
  private final WordBytes copy = new WordBytes();

  /** Returns whether frames of a type contain intervals with their chunks. */
  public static boolean isType(long type) {
    return type == Frames.INTERVALS || type == Frames.SHORT_INTERVALS;
  }

  /** Adds a chunk to a frame. */
  public static void addChunk(Frames frame, LoggedChunk chunk) {
    PackedChunk packed = chunk.packed;
    long runs = packed.boxBytes() / PackedChunk.BOX_BYTES;
    frame.add(
        packed.shortLength()
            | (long) chunk.deletions << PAGE_BITS
            | (long) packed.covered() << COVERED_SHIFT
            | runs << RUNS_SHIFT);
    for (double side : chunk.box) {
      frame.add(Double.doubleToRawLongBits(side));
    }
    byte[] all = new byte[packed.boxBytes() + packed.shortLength()];
    packed.copyBoxes(all, 0);
    packed.copyShort(all, packed.boxBytes());
    frame.addBytes(all);
  }

  /**
   * Reads the intervals of a frame and passes them to {@code sink}. A frame has at least one
   * interval. Returns the end of the last interval.
   */
  public long read(long frame, long[] words, int length, IntervalSink sink) {
    boolean isShort = words[0] == Frames.SHORT_INTERVALS;
    long start = Frames.word(frame, words, length, 1);
    if (bytes.length < length * Long.BYTES) {
      bytes = new byte[length * Long.BYTES];
    }
    copy.of(words, 0, length).get(bytes, 0, length * Long.BYTES);
    String place = "frame " + frame;
    int at = 2;
    do {
      long end = Frames.word(frame, words, length, at++);
      if (start < 0 || end <= start || end > CurveOrder.END) {
        throw Frames.damaged(frame, "an interval outside the curve");
      }
      long counts = Frames.word(frame, words, length, at++);
      int count = (int) counts;
      long frozen = counts >>> Integer.SIZE;
      if (count < 0 || count > length || frozen > count) {
        throw Frames.damaged(frame, "an interval of " + count + " chunks, " + frozen + " frozen");
      }
      LoggedChunk[] chunks = new LoggedChunk[count];
      for (int i = 0; i < count; i++) {
        long head = Frames.word(frame, words, length, at);
        int next = at + 1 + BOX + Frames.wordsOf(bytesOf(head));
        if (next > length) {
          throw Frames.damaged(frame, "a chunk of " + bytesOf(head) + " bytes");
        }
        double[] box = box(frame, words, at + 1);
        chunks[i] = chunk(head, box, (at + 1 + BOX) * Long.BYTES, isShort, place);
        at = next;
      }
      sink.interval(start, end, chunks, (int) frozen);
      start = end;
    } while (at < length);
    return start;
  }

  private static int pageBytes(long head) {
    return (int) head & (1 << PAGE_BITS) - 1;
  }

  private static int boxBytes(long head) {
    return (int) (head >>> RUNS_SHIFT) * PackedChunk.BOX_BYTES;
  }

  private static int bytesOf(long head) {
    return boxBytes(head) + pageBytes(head);
  }

  private static double[] box(long frame, long[] words, int at) {
    double[] box = new double[BOX];
    for (int side = 0; side < BOX; side++) {
      box[side] = Double.longBitsToDouble(words[at + side]);
    }
    Frames.requireRectangle(frame, box[0], box[1], box[2], box[3]);
    return box;
  }

  private LoggedChunk chunk(long head, double[] box, int at, boolean isShort, String place) {
    int pageAt = at + boxBytes(head);
    byte[] boxes = Arrays.copyOfRange(bytes, at, pageAt);
    int covered = (int) (head >>> COVERED_SHIFT) & 0xFFFF;
    int deletions = (int) (head >>> PAGE_BITS) & 0xFFFF;
    PackedChunk packed;
    if (isShort) {
      packed = PackedChunk.readShort(bytes, pageAt, pageBytes(head), covered, boxes, "log", place);
    } else {
      byte[] page = Arrays.copyOfRange(bytes, pageAt, at + bytesOf(head));
      packed = PackedChunk.read(page, covered, boxes, "log", place);
    }
    if (deletions > packed.count()) {
      throw new DamagedStoreException(
          "log", place, deletions + " deletions among " + packed.count() + " changes");
    }
    return new LoggedChunk(packed, deletions, box);
  }
}
