package org.flashgrove.indexes.grove;

import org.flashgrove.core.component.ComponentIndex.CheckpointSink;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.component.BlockFooters;
import org.flashgrove.indexes.component.StoredBlock;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedPage;

/**
 * Brings a grove back from its log, and writes checkpoints to it: reads the frames that {@link
 * Frames} describes, refuses those that no grove wrote, and reads the footers of blocks.
 */
final class GroveRecovery {
  private final GroveContent content;
  private final WriteBuffer buffer;
  private final Line line;
  private boolean started; // a frame was restored

  GroveRecovery(GroveContent content, WriteBuffer buffer, Line line) {
    this.content = content;
    this.buffer = buffer;
    this.line = line;
  }

  // Frames

  /** Restores a checkpoint's frame. */
  void restoreCheckpoint(long frame, long[] words, int length) {
    long type = Frames.word(frame, words, length, 0);
    if (type == Frames.MANIFEST && !started) {
      long entries = Frames.word(frame, words, length, 1);
      long newest = Frames.word(frame, words, length, 2);
      takeLine(frame, words, length, 3);
      Directory directory =
          Frames.intervals(frame, words, length, Frames.MANIFEST_WORDS, 0).build();
      if (newest < 0 || newest >= frame || entries < 0) {
        throw Frames.damaged(frame, "impossible number of entries or commit");
      }
      requireGiantsApart(frame, directory);
      content.startOver(directory, entries, newest);
      restoreFrozen(frame, words, 3 + Frames.LINE_WORDS);
    } else if (type == Frames.BUFFER && started) {
      restoreBuffer(frame, words, length, false);
    } else if (type == Frames.FROZEN && started && buffer.isFrozen()) {
      restoreBuffer(frame, words, length, true);
    } else {
      throw Frames.damaged(frame, "a part of a checkpoint out of order");
    }
    started = true;
  }

  private static void requireGiantsApart(long frame, Directory directory) {
    if (directory.start(directory.find(Line.GIANTS)) != Line.GIANTS) {
      throw Frames.damaged(frame, "giants share an interval with other entries");
    }
  }

  /** Restores which part of the buffer is frozen. */
  private void restoreFrozen(long frame, long[] words, int at) {
    if (words[at] == -1) {
      return;
    }
    long commit = words[at + 2];
    boolean possible = buffer.partition().directory().canReplace(words[at], words[at + 1]);
    if (!possible || commit < 0 || commit > buffer.newest()) {
      throw Frames.damaged(frame, "an impossible part of the buffer is frozen");
    }
    buffer.restoreFrozen(words[at], words[at + 1], commit);
  }

  private void restoreBuffer(long frame, long[] words, int length, boolean frozen) {
    long start = Frames.word(frame, words, length, 1);
    if (start < 0 || start >= Line.END) {
      throw Frames.damaged(frame, "an interval out of the line");
    }
    long end = Frames.word(frame, words, length, 2);
    if (end <= start || end > Line.END) {
      throw Frames.damaged(frame, "an interval that ends out of the line");
    }
    buffer.cut(start);
    buffer.cut(end);
    boolean boxes = readChanges(frame, words, length, start, end);
    if (frozen && !buffer.isFrozen(start, end)
        || !buffer.restoreInterval(start, end, boxes, frozen)) {
      throw Frames.damaged(frame, "an interval twice, or one across another's end");
    }
  }

  /** Reads the changes of an interval; returns whether there are rectangles among them. */
  private boolean readChanges(long frame, long[] words, int length, long start, long end) {
    EntryColumns scratch = buffer.scratch();
    scratch.clear();
    Frames.readChunks(frame, words, length, 3, new PackedPage("log"), scratch);
    Frames.setKeys(frame, line, scratch);
    boolean boxes = false;
    for (int i = 0; i < scratch.size(); i++) {
      if (scratch.key(i) < start || scratch.key(i) >= end) {
        throw Frames.damaged(frame, "a change out of its interval");
      }
      boxes |= scratch.minX(i) < scratch.maxX(i) || scratch.minY(i) < scratch.maxY(i);
    }
    return boxes;
  }

  /** Requires the line of a frame to be this one, which gets its domain if it has none. */
  private void takeLine(long frame, long[] words, int length, int from) {
    double[] found = Frames.line(frame, words, length, from, line);
    if (line.isKnown() || found[Line.PARTS - 1] == 0) {
      return;
    }
    if (buffer.isFrozen() || buffer.partition().count() != Directory.empty().intervals()) {
      throw Frames.damaged(frame, "a domain that comes too late");
    }
    content.define(found);
  }

  /** Restores an edit: the choice of a domain, the start of a bite, or its end. */
  void restoreEdit(long frame, long[] words, int length) {
    if (length == Frames.LINE_WORDS) {
      takeLine(frame, words, length, 0);
      started = true;
      return;
    }
    long lo = Frames.word(frame, words, length, 0);
    long hi = Frames.word(frame, words, length, 1);
    long commit = Frames.word(frame, words, length, 2);
    started = true;
    if (!buffer.partition().directory().canReplace(lo, hi)) {
      throw Frames.damaged(frame, "an edit of an impossible interval");
    }
    if (length == Frames.FREEZE_WORDS) {
      restoreFreeze(frame, lo, hi, commit);
      return;
    }
    requireFrozen(frame, lo, hi, commit);
    long more = Frames.word(frame, words, length, 3);
    takeLine(frame, words, length, 4);
    int intervals = 4 + Frames.LINE_WORDS;
    Directory middle = Frames.intervals(frame, words, length, intervals, lo).build();
    if (middle.start(middle.intervals() - 1) >= hi || more < 0) {
      throw Frames.damaged(frame, "an interval beyond the edit's");
    }
    if (lo < Line.GIANTS && hi > Line.GIANTS) {
      requireGiantsApart(frame, middle);
    }
    buffer.cut(lo);
    buffer.cut(hi);
    content.publish(lo, hi, middle, more);
  }

  /** Refuses an edit of anything else than what is frozen, or than a buffer without changes. */
  private void requireFrozen(long frame, long lo, long hi, long commit) {
    boolean same = buffer.isFrozen(lo, hi, commit);
    if (buffer.isFrozen() && !same) {
      throw Frames.damaged(frame, "an edit of another interval than the one that is frozen");
    }
    if (!same && buffer.changes() > 0) {
      throw Frames.damaged(frame, "an edit of changes that are not frozen");
    }
  }

  private void restoreFreeze(long frame, long lo, long hi, long commit) {
    if (buffer.isFrozen() || commit != buffer.newest()) {
      throw Frames.damaged(frame, "two intervals are frozen, or one at another commit");
    }
    buffer.cut(lo);
    buffer.cut(hi);
    buffer.freeze(lo, hi, commit);
  }

  /** Notes that a commit's changes were restored. */
  void restoredChanges() {
    started = true;
  }

  // Footers

  /** Returns a directory with the fences of its blocks, which their footers are read for. */
  static Directory withFences(Directory directory, ComponentStore store, GroveConfig config) {
    BlockFooters footers = new BlockFooters(store);
    for (int b = 0; b < directory.blocks(); b++) {
      footers.add(directory.block(b).block());
    }
    BlockFences[] fences = footers.read(config.subBoxesOf(footers.pages()));
    Directory.Builder builder = new Directory.Builder();
    for (int i = 0; i < directory.intervals(); i++) {
      builder.interval(directory.start(i));
      for (int b = directory.firstBlock(i); b < directory.firstBlock(i + 1); b++) {
        StoredBlock block = BlockFooters.withFences(directory.block(b), fences[b]);
        if (!isOf(fences[b], directory.start(i), directory.end(i))) {
          throw BlockFooters.damaged(block, "does not agree with the log about its entries");
        }
        builder.block(block);
      }
    }
    return builder.build();
  }

  /**
   * Returns whether a block may stand in an interval: an upper one stands in all of it, and lower
   * ones in parts.
   */
  private static boolean isOf(BlockFences fences, long start, long end) {
    return fences.isUpper()
        ? fences.lowKey() == start && fences.highKey() == end
        : fences.lowKey() >= start && fences.highKey() <= end;
  }

  // Checkpoints

  /** Writes what the index holds: the directory, and the changes of the buffer. */
  void checkpoint(CheckpointSink sink) {
    Partition partition = buffer.partition();
    Frames frames = new Frames();
    frames.add(Frames.MANIFEST).add(content.entries()).add(buffer.newest());
    frames.addLine(line.definition());
    buffer.addFrozen(frames);
    frames.addIntervals(partition.directory());
    sink.append(frames.words(), frames.length());
    for (int i = partition.first(); i < partition.beyond(); i = partition.next(i)) {
      appendChanges(frames, Frames.FROZEN, i, sink);
      appendChanges(frames, Frames.BUFFER, i, sink);
    }
  }

  /** Appends a frame with changes of an interval, if there are any. */
  private void appendChanges(Frames frames, int type, int at, CheckpointSink sink) {
    Chunk[] chunks = buffer.packed(at, type == Frames.FROZEN);
    if (chunks.length > 0) {
      Partition partition = buffer.partition();
      frames.clear().add(type).add(partition.start(at)).add(partition.end(at));
      frames.addChunks(chunks);
      sink.append(frames.words(), frames.length());
    }
  }
}
