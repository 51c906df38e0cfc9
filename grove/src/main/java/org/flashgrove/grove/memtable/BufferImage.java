package org.flashgrove.grove.memtable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.component.ComponentIndex.CheckpointImageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.memtable.BufferInterval.Placed;
import org.flashgrove.grove.packed.PackedChunk;

/**
 * Image of the write buffer in the log: its intervals with their chunks as they are in memory.
 * Opening reads it without unpacking a change.
 *
 * <p>A frame holds intervals that follow each other, also empty ones: {@link Frames#INTERVALS}, the
 * start of the first interval, then for each interval its end, its number of chunks (bits 0 to 31)
 * and how many of them are frozen (bits 32 to 63), and the chunks. A chunk is a word {bytes of the
 * page: bits 0 to 23, deletions: bits 24 to 39, entries in runs: bits 40 to 55, number of runs:
 * bits 56 to 62}, the four sides of its box, and the bytes of the boxes of runs and of the page,
 * filled up to words, least byte first.
 *
 * <p>For one thread.
 */
public final class BufferImage {
  /** Words from which on a frame ends; the log does not pack frames of half as many. */
  private static final int MOST_WORDS = 1 << 13;

  private static final int BOX = 4;
  private static final int PAGE_BITS = 24;
  private static final int COVERED_SHIFT = PAGE_BITS + Short.SIZE;
  private static final int RUNS_SHIFT = COVERED_SHIFT + Short.SIZE;

  /** Receives the intervals of a frame. */
  @FunctionalInterface
  public interface IntervalSink {
    /**
     * Receives an interval.
     *
     * @param frozen how many of the chunks, the first ones, a merge was merging
     */
    void interval(long start, long end, Chunk[] chunks, int frozen);
  }

  private byte[] bytes = new byte[0]; // of a frame; fresh memory for each one takes opening long
  private LongBuffer asWords;

  /** Appends the frames of all intervals of a buffer. */
  public static void append(Memtable buffer, CheckpointImageSink sink) {
    Partition partition = buffer.partition();
    Frames frame = new Frames();
    for (int at = partition.first(); at < partition.beyond(); at = partition.next(at)) {
      if (frame.length() == 0) {
        frame.add(Frames.INTERVALS).add(partition.start(at));
      }
      Chunk[] frozen = buffer.packed(at, true);
      Chunk[] behind = buffer.packed(at, false);
      frame.add(partition.end(at));
      frame.add(frozen.length + behind.length | (long) frozen.length << Integer.SIZE);
      addChunks(frame, frozen);
      addChunks(frame, behind);
      if (frame.length() >= MOST_WORDS) {
        flush(frame, sink);
      }
    }
    flush(frame, sink);
  }

  private static void flush(Frames frame, CheckpointImageSink sink) {
    if (frame.length() > 0) {
      sink.append(frame.words(), frame.length());
      frame.clear();
    }
  }

  private static void addChunks(Frames frame, Chunk[] chunks) {
    for (Chunk chunk : chunks) {
      PackedChunk packed = chunk.packed();
      long runs = packed.boxBytes() / PackedChunk.BOX_BYTES;
      frame.add(
          packed.length()
              | (long) chunk.deletions() << PAGE_BITS
              | (long) packed.covered() << COVERED_SHIFT
              | runs << RUNS_SHIFT);
      frame.add(Double.doubleToRawLongBits(chunk.minX()));
      frame.add(Double.doubleToRawLongBits(chunk.minY()));
      frame.add(Double.doubleToRawLongBits(chunk.maxX()));
      frame.add(Double.doubleToRawLongBits(chunk.maxY()));
      byte[] bytes = new byte[packed.boxBytes() + packed.length()];
      packed.copyBoxes(bytes, 0);
      packed.copyTo(bytes, packed.boxBytes());
      frame.addBytes(bytes);
    }
  }

  /** Gives a buffer, which holds no changes there, the intervals of a frame. */
  public void restore(long frame, long[] words, int length, Memtable buffer) {
    List<Placed> inside = new ArrayList<>();
    long newest = buffer.newest();
    long end =
        read(
            frame,
            words,
            length,
            (start, behind, chunks, frozen) -> {
              RawChanges raw = new RawChanges(false, 0, newest);
              IntervalState state =
                  chunks.length == 0
                      ? IntervalState.NOTHING
                      : new IntervalState(chunks, frozen, raw, newest, null);
              if (frozen > 0 && !buffer.frozen().holds(start, behind)) {
                throw Frames.damaged(frame, "frozen changes outside what is frozen");
              }
              inside.add(Placed.of(start, state));
            });
    long lo = inside.get(0).start();
    buffer.cut(lo);
    buffer.cut(end);
    Partition partition = buffer.partition();
    int from = partition.firstFrom(lo);
    int to = partition.firstFrom(end);
    int next = 0;
    for (int at = from; at < to; at = partition.next(at)) {
      while (next < inside.size() && inside.get(next).start() < partition.start(at)) {
        next++;
      }
      boolean isBoundary = next < inside.size() && inside.get(next).start() == partition.start(at);
      if (!isBoundary || partition.changes(at) > 0) {
        throw Frames.damaged(frame, "an interval twice, or one across another's end");
      }
    }
    buffer.restore(from, to, inside.toArray(new Placed[0]));
  }

  /** Reads the intervals of a frame, at least one; returns the end of the last one. */
  public long read(long frame, long[] words, int length, IntervalSink sink) {
    long start = Frames.word(frame, words, length, 1);
    if (bytes.length < length * Long.BYTES) {
      bytes = new byte[length * Long.BYTES];
      asWords = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    }
    asWords.put(0, words, 0, length);
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
      Chunk[] chunks = new Chunk[count];
      for (int i = 0; i < count; i++) {
        long head = Frames.word(frame, words, length, at);
        int next = at + 1 + BOX + Frames.wordsOf(bytesOf(head));
        if (next > length) {
          throw Frames.damaged(frame, "a chunk of " + bytesOf(head) + " bytes");
        }
        double[] box = box(frame, words, at + 1);
        chunks[i] = chunk(head, box, (at + 1 + BOX) * Long.BYTES, place);
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

  private Chunk chunk(long head, double[] box, int at, String place) {
    byte[] boxes = Arrays.copyOfRange(bytes, at, at + boxBytes(head));
    byte[] page = Arrays.copyOfRange(bytes, at + boxes.length, at + bytesOf(head));
    int covered = (int) (head >>> COVERED_SHIFT) & 0xFFFF;
    int deletions = (int) (head >>> PAGE_BITS) & 0xFFFF;
    PackedChunk packed = PackedChunk.read(page, covered, boxes, "log", place);
    if (deletions > packed.count()) {
      throw new DamagedStoreException(
          "log", place, deletions + " deletions among " + packed.count() + " changes");
    }
    return new Chunk(packed, deletions, box);
  }
}
