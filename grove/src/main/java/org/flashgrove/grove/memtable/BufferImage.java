package org.flashgrove.grove.memtable;

import java.util.ArrayList;
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

  /** Appends the frames of all intervals of a buffer. */
  public static void append(Memtable buffer, CheckpointImageSink sink) {
    Partition partition = buffer.partition();
    Frames frame = new Frames();
    for (int at = partition.first(); at < partition.beyond(); at = partition.next(at)) {
      if (frame.length() == 0) {
        frame.add(Frames.SHORT_INTERVALS).add(partition.start(at));
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

  private static void addChunks(Frames frame, Chunk[] chunks) {
    for (Chunk chunk : chunks) {
      double[] box = {chunk.minX(), chunk.minY(), chunk.maxX(), chunk.maxY()};
      IntervalFrames.addChunk(
          frame, new IntervalFrames.LoggedChunk(chunk.packed(), chunk.deletions(), box));
    }
  }

  /**
   * Adds the intervals in a frame to a buffer. The buffer must contain no changes in the range of
   * the curve that these intervals cover.
   */
  public void restore(long frame, long[] words, int length, Memtable buffer) {
    List<Placed> inside = new ArrayList<>();
    long newest = buffer.newest();
    long end =
        frames.read(
            frame,
            words,
            length,
            (start, behind, logged, frozen) -> {
              Chunk[] chunks = new Chunk[logged.length];
              for (int i = 0; i < chunks.length; i++) {
                chunks[i] = new Chunk(logged[i].packed(), logged[i].deletions(), logged[i].box());
              }
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
}
