package org.flashgrove.grove.memtable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.component.ComponentIndex.CheckpointImageSink;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.log.IntervalFrames;
import org.flashgrove.grove.memtable.BufferInterval.Placed;

/**
 * Image of the write buffer in the log. It contains each interval with its packed chunks in the
 * format of {@link IntervalFrames}. When a store opens, the chunks become part of the buffer
 * without being unpacked. Not safe for use by several threads.
 */
public final class BufferImage {
  /** Once a frame has this many words, the next interval begins a new frame. */
  private static final int MOST_WORDS = 1 << 13;

  private final IntervalFrames frames = new IntervalFrames();
  private long lastStart = -1; // of the last interval of the previous frame
  private long lastEnd;

  /** Appends the frames of all intervals of a buffer. */
  public static void append(Memtable buffer, CheckpointImageSink sink) {
    Partition partition = buffer.partition();
    Frames frame = new Frames();
    for (int at = partition.first(); at < partition.beyond(); at = partition.next(at)) {
      Chunk[] frozen = buffer.packed(at, true);
      Chunk[] chunks = joined(frozen, buffer.packed(at, false));
      int next = 0;
      do {
        if (frame.length() == 0) {
          frame.add(Frames.SHORT_INTERVALS).add(partition.start(at));
        }
        frame.add(partition.end(at));
        next = addChunks(frame, chunks, next, frozen.length);
        if (next < chunks.length || frame.length() >= MOST_WORDS) {
          flush(frame, sink);
        }
      } while (next < chunks.length);
    }
    flush(frame, sink);
  }

  /**
   * Returns whether an image of a buffer would contain no changes. Such a buffer may hold
   * insertions and deletions that cancel each other.
   */
  public static boolean isEmpty(Memtable buffer) {
    Partition partition = buffer.partition();
    int chunks = 0;
    for (int at = partition.first(); at < partition.beyond(); at = partition.next(at)) {
      chunks += buffer.packed(at, true).length + buffer.packed(at, false).length;
    }
    return chunks == 0;
  }

  private static void flush(Frames frame, CheckpointImageSink sink) {
    if (frame.length() > 0) {
      sink.append(frame.words(), frame.length());
      frame.clear();
    }
  }

  private static Chunk[] joined(Chunk[] first, Chunk[] second) {
    Chunk[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /**
   * Adds chunks of an interval to a frame until the frame is full, preceded by their numbers.
   *
   * @param from index of the first chunk to add
   * @param frozen number of frozen chunks, which come first in {@code chunks}
   * @return index of the first chunk that was not added
   */
  private static int addChunks(Frames frame, Chunk[] chunks, int from, int frozen) {
    int counts = frame.length();
    frame.add(0);
    int to = from;
    while (to < chunks.length && frame.length() < Frames.MOST_INTERVAL_WORDS) {
      Chunk chunk = chunks[to++];
      double[] box = {chunk.minX(), chunk.minY(), chunk.maxX(), chunk.maxY()};
      IntervalFrames.addChunk(
          frame, new IntervalFrames.LoggedChunk(chunk.packed(), chunk.deletions(), box));
    }
    long frozenHere = Math.max(0, Math.min(to, frozen) - from);
    frame.words()[counts] = to - from | frozenHere << Integer.SIZE;
    return to;
  }

  /**
   * Adds the intervals in a frame to a buffer. The buffer must contain no changes in the range of
   * the curve that these intervals cover. The first interval may continue the last interval of the
   * previous frame.
   */
  public void restore(long frame, long[] words, int length, Memtable buffer) {
    List<Placed> inside = new ArrayList<>();
    boolean[] continues = {false};
    long end =
        frames.read(
            frame,
            words,
            length,
            (start, behind, logged, frozen) -> {
              if (frozen > 0 && !buffer.frozen().holds(start, behind)) {
                throw Frames.damaged(frame, "frozen changes outside what is frozen");
              }
              boolean isSame = start == lastStart && behind == lastEnd;
              IntervalState before = IntervalState.NOTHING;
              if (isSame) {
                continues[0] = true;
                before = buffer.partition().buffer(buffer.partition().find(start)).state();
              }
              inside.add(Placed.of(start, state(frame, before, logged, frozen, buffer.newest())));
              lastStart = start;
              lastEnd = behind;
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
      boolean mayHold = continues[0] && at == from;
      if (!isBoundary || partition.changes(at) > 0 && !mayHold) {
        throw Frames.damaged(frame, "an interval twice, or one across another's end");
      }
    }
    buffer.restore(from, to, inside.toArray(new Placed[0]));
  }

  /** Returns a state with the chunks of {@code before} followed by those in a frame. */
  private static IntervalState state(
      long frame,
      IntervalState before,
      IntervalFrames.LoggedChunk[] logged,
      int frozen,
      long newest) {
    if (frozen > 0 && before.frozen() < before.chunks().length) {
      throw Frames.damaged(frame, "frozen changes behind others");
    }
    Chunk[] more = new Chunk[logged.length];
    for (int i = 0; i < more.length; i++) {
      more[i] = new Chunk(logged[i].packed(), logged[i].deletions(), logged[i].box());
    }
    Chunk[] chunks = joined(before.chunks(), more);
    return chunks.length == 0
        ? IntervalState.NOTHING
        : new IntervalState(
            chunks, before.frozen() + frozen, new RawChanges(false, 0, newest), newest, null);
  }
}
