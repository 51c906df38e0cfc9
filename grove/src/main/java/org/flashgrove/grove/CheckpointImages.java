package org.flashgrove.grove;

import org.flashgrove.core.component.ComponentIndex.CheckpointImageSink;
import org.flashgrove.core.component.ComponentIndex.CheckpointImageSteps;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.log.LoggedFences;
import org.flashgrove.grove.memtable.BufferImage;
import org.flashgrove.grove.memtable.Chunk;
import org.flashgrove.grove.memtable.Memtable;
import org.flashgrove.grove.memtable.Partition;

/**
 * Writes checkpoint images of a Grove to the log, as frames that {@link Frames} defines. {@link
 * GroveRecovery} restores them. Used under the store lock.
 */
final class CheckpointImages {
  private final GroveContent content;
  private final Memtable buffer;
  private final Frames frames = new Frames();

  CheckpointImages(GroveContent content) {
    this.content = content;
    buffer = content.buffer();
  }

  /** Writes a checkpoint image with the directory and the changes of the buffer. */
  void append(CheckpointImageSink sink) {
    Partition partition = buffer.partition();
    appendManifest(Frames.MANIFEST, sink);
    if (content.readsImages()) {
      LoggedFences.append(partition.directory(), sink);
      if (buffer.changes() > 0 || buffer.frozen().exists()) {
        BufferImage.append(buffer, sink);
      }
      return;
    }
    for (int i = partition.first(); i < partition.beyond(); i = partition.next(i)) {
      appendInterval(i, sink);
    }
  }

  private void appendManifest(int type, CheckpointImageSink sink) {
    frames.clear().add(type).add(content.entries()).add(buffer.newest());
    frames.addCurve(content.curve().definition());
    buffer.frozen().addTo(frames);
    frames.addIntervals(buffer.partition().directory());
    sink.append(frames.words(), frames.length());
  }

  /** Writes the changes of an interval. Returns false if there are none. */
  private boolean appendInterval(int at, CheckpointImageSink sink) {
    boolean frozen = appendChanges(Frames.FROZEN, at, sink);
    return appendChanges(Frames.BUFFER, at, sink) || frozen;
  }

  /** Writes one or more frames with changes of an interval. Returns false if there are none. */
  private boolean appendChanges(int type, int at, CheckpointImageSink sink) {
    Chunk[] chunks = buffer.packed(at, type == Frames.FROZEN);
    if (chunks.length == 0) {
      return false;
    }
    startInterval(type, at);
    for (Chunk chunk : chunks) {
      if (frames.length() >= Frames.MOST_INTERVAL_WORDS) {
        sink.append(frames.words(), frames.length());
        startInterval(type, at);
      }
      frames.addChunk(chunk.packed());
    }
    sink.append(frames.words(), frames.length());
    return true;
  }

  private void startInterval(int type, int at) {
    Partition partition = buffer.partition();
    frames.clear().add(type).add(partition.start(at)).add(partition.end(at));
  }

  /**
   * Returns a checkpoint image that is written in steps, between commits. The first step writes the
   * directory, and each further step writes one interval of the buffer. Returns null if the domain
   * is unknown.
   */
  CheckpointImageSteps steps() {
    return content.curve().isKnown() ? new Steps() : null;
  }

  /**
   * Checkpoint image that is written in steps along the curve. Changes may occur between two steps.
   */
  private final class Steps implements CheckpointImageSteps {
    private long written = -1;

    @Override
    public boolean next(CheckpointImageSink sink) {
      if (written < 0) {
        appendManifest(Frames.STEPS, sink);
        written = 0;
        return true;
      }
      if (appendNext(sink)) {
        return true;
      }
      frames.clear().add(Frames.LAST_STEP);
      sink.append(frames.words(), frames.length());
      return false;
    }

    /** Writes the next interval with changes. Returns false if there is none. */
    private boolean appendNext(CheckpointImageSink sink) {
      if (written == CurveOrder.END) {
        return false;
      }
      buffer.cut(written); // a merge since the last step may have joined intervals here
      Partition partition = buffer.partition();
      for (int i = partition.find(written); i < partition.beyond(); i = partition.next(i)) {
        if (appendInterval(i, sink)) {
          written = partition.end(i);
          return true;
        }
      }
      return false;
    }
  }
}
