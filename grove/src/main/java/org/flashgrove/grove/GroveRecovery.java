package org.flashgrove.grove;

import java.util.Arrays;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.grove.block.BlockFooters;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.log.IntervalFrames;
import org.flashgrove.grove.log.LoggedFences;
import org.flashgrove.grove.memtable.BufferImage;
import org.flashgrove.grove.memtable.Memtable;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Restores a Grove from its log. It reads the frames that {@link Frames} defines, rejects invalid
 * ones, and reads the footers of blocks. {@link CheckpointImages} writes checkpoint images.
 */
final class GroveRecovery {
  private final GroveContent content;
  private final Memtable buffer;
  private final CurveOrder curve;
  private final boolean isBlind; // whether deletions may reduce the number of entries below 0
  private final LoggedFences fences = new LoggedFences();
  private BufferImage image = new BufferImage();
  private boolean started; // whether a frame was restored
  private boolean takesIntervals; // whether frames of a checkpoint image may follow
  private boolean inSteps; // whether an image in steps is incomplete

  /**
   * Curve position up to which replay has restored a checkpoint image that was written in steps.
   * The position is the end of the curve if there is no such image or the image is complete.
   */
  private long restoredTo = CurveOrder.END;

  /** First three words of the previous frame if it had changes of one interval; otherwise null. */
  private long[] lastInterval;

  GroveRecovery(GroveContent content, Memtable buffer, CurveOrder curve, boolean isBlind) {
    this.content = content;
    this.buffer = buffer;
    this.curve = curve;
    this.isBlind = isBlind;
  }

  /** Takes over the state of a read-only Grove that has restored all frames of the log so far. */
  void takeOver(GroveContent other) {
    if (other.curve().isKnown() && !curve.isKnown()) {
      curve.define(other.curve().definition());
    }
    content.count(other.entries());
    buffer.takeOver(other.buffer());
    started = true;
  }

  // Frames

  /** Restores a frame of a checkpoint image. */
  void restoreCheckpointImage(long frame, long[] words, int length) {
    long type = Frames.word(frame, words, length, 0);
    if ((type == Frames.MANIFEST || type == Frames.STEPS) && !started) {
      restoreManifest(frame, words, length);
      takesIntervals = true;
      inSteps = type == Frames.STEPS;
      restoredTo = inSteps ? 0 : CurveOrder.END;
    } else if (LoggedFences.isFrameOfCopies(words, length) && takesIntervals) {
      fences.restore(frame, words, length);
    } else if (takesIntervals && restoreIntervals(frame, type, words, length)) {
      started = true;
    } else if (type == Frames.LAST_STEP && inSteps && length == 1) {
      takesIntervals = false;
      inSteps = false;
      restoredTo = CurveOrder.END;
    } else {
      throw Frames.damaged(frame, "a part of a checkpoint image out of order");
    }
    started = true;
  }

  /**
   * Restores a frame that holds changes of intervals of the buffer. Returns false for other frames.
   */
  private boolean restoreIntervals(long frame, long type, long[] words, int length) {
    if (type == Frames.BUFFER || type == Frames.FROZEN && buffer.frozen().exists()) {
      restoreBuffer(frame, words, length, type == Frames.FROZEN);
    } else if (IntervalFrames.isType(type) && !inSteps) {
      image.restore(frame, words, length, buffer);
    } else {
      return false;
    }
    return true;
  }

  private void restoreManifest(long frame, long[] words, int length) {
    long entries = Frames.word(frame, words, length, 1);
    long newest = Frames.word(frame, words, length, 2);
    takeLine(frame, words, length, 3);
    Directory directory = Frames.intervals(frame, words, length, Frames.MANIFEST_WORDS, 0).build();
    if (newest < 0 || newest >= frame || entries < 0 && !isBlind) {
      throw Frames.damaged(frame, "impossible number of entries or commit");
    }
    requireOversizedApart(frame, directory);
    content.startOver(directory, entries, newest);
    restoreFrozen(frame, words, 3 + Frames.CURVE_WORDS);
  }

  /** Throws an exception if the log ends within a checkpoint image that was written in steps. */
  void requireWhole(long lastFrame) {
    image = null;
    if (inSteps) {
      throw Frames.damaged(
          lastFrame, "is the last one, but a checkpoint image has not come to its end");
    }
  }

  private static void requireOversizedApart(long frame, Directory directory) {
    if (directory.start(directory.find(CurveOrder.OVERSIZED)) != CurveOrder.OVERSIZED) {
      throw Frames.damaged(frame, "oversized entries share an interval with other entries");
    }
  }

  /**
   * Restores the range of the curve whose buffered changes are frozen, that is, taken by a merge.
   */
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
    if (start < 0 || start >= CurveOrder.END) {
      throw Frames.damaged(frame, "an interval outside the curve");
    }
    long end = Frames.word(frame, words, length, 2);
    if (end <= start || end > CurveOrder.END) {
      throw Frames.damaged(frame, "an interval that ends outside the curve");
    }
    buffer.cut(start);
    buffer.cut(end);
    boolean boxes = readChanges(frame, words, length, start, end);
    long[] interval = {words[0], start, end};
    boolean continues = Arrays.equals(interval, lastInterval);
    if (frozen && !buffer.frozen().holds(start, end)
        || inSteps && end < restoredTo
        || !buffer.restoreInterval(start, end, boxes, frozen, continues)) {
      throw Frames.damaged(frame, "an interval twice, or one across another's end");
    }
    restoredTo = Math.max(restoredTo, end);
    lastInterval = interval;
  }

  /**
   * Reads the changes of an interval from a frame and adds them to the buffer. Returns whether the
   * rectangle of any change is not a point.
   */
  private boolean readChanges(long frame, long[] words, int length, long start, long end) {
    EntryColumns scratch = buffer.scratch();
    scratch.clear();
    Frames.readChunks(frame, words, length, 3, new PackedPage("log"), scratch);
    Frames.setKeys(frame, curve, scratch);
    boolean boxes = false;
    for (int i = 0; i < scratch.size(); i++) {
      if (scratch.key(i) < start || scratch.key(i) >= end) {
        throw Frames.damaged(frame, "a change out of its interval");
      }
      boxes |= scratch.minX(i) < scratch.maxX(i) || scratch.minY(i) < scratch.maxY(i);
    }
    return boxes;
  }

  /**
   * Compares the curve in a frame with the curve of this Grove and throws an exception if they
   * differ. If this Grove has no domain yet, it takes the domain of the frame.
   */
  private void takeLine(long frame, long[] words, int length, int from) {
    double[] found = Frames.curve(frame, words, length, from, curve);
    if (curve.isKnown() || found[CurveOrder.PARTS - 1] == 0) {
      return;
    }
    Partition partition = buffer.partition();
    boolean isTaken = buffer.packed(partition.first(), true).length > 0; // by a merge
    if (isTaken || partition.count() != Directory.empty().intervals()) {
      throw Frames.damaged(frame, "a domain that comes too late");
    }
    content.define(found);
  }

  /**
   * Restores an edit. An edit is a log frame that chooses the domain, starts a merge, ends a merge,
   * or copies footers of blocks.
   */
  void restoreEdit(long frame, long[] words, int length) {
    if (length == Frames.CURVE_WORDS) {
      takeLine(frame, words, length, 0);
      restoringOther();
      return;
    }
    if (LoggedFences.isFrameOfCopies(words, length)) {
      fences.restore(frame, words, length);
      restoringOther();
      return;
    }
    long lo = Frames.word(frame, words, length, 0);
    long hi = Frames.word(frame, words, length, 1);
    long commit = Frames.word(frame, words, length, 2);
    restoringOther();
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
    int intervals = 4 + Frames.CURVE_WORDS;
    Directory middle = Frames.intervals(frame, words, length, intervals, lo).build();
    if (middle.start(middle.intervals() - 1) >= hi || more < 0) {
      throw Frames.damaged(frame, "an interval beyond the edit's");
    }
    if (lo < CurveOrder.OVERSIZED && hi > CurveOrder.OVERSIZED) {
      requireOversizedApart(frame, middle);
    }
    buffer.cut(lo);
    buffer.cut(hi);
    content.publish(lo, hi, middle, more);
  }

  /**
   * Checks the edit (log frame) that ends a merge. A merge freezes (takes) the changes of a range
   * of the curve, and the edit must replace exactly that range. If no range is frozen, all changes
   * of the buffer must cancel each other. Throws an exception otherwise.
   */
  private void requireFrozen(long frame, long lo, long hi, long commit) {
    boolean same = buffer.frozen().is(lo, hi, commit);
    if (buffer.frozen().exists() && !same) {
      throw Frames.damaged(frame, "an edit of another interval than the one that is frozen");
    }
    if (!same && !BufferImage.isEmpty(buffer)) {
      throw Frames.damaged(frame, "an edit of changes that are not frozen");
    }
  }

  private void restoreFreeze(long frame, long lo, long hi, long commit) {
    if (buffer.frozen().exists() || commit != buffer.newest()) {
      throw Frames.damaged(frame, "two intervals are frozen, or one at another commit");
    }
    buffer.cut(lo);
    buffer.cut(hi);
    buffer.freeze(lo, hi, commit);
  }

  /**
   * Restores the changes of a commit. Skips changes in intervals that a checkpoint image, written
   * in steps between commits, has not reached yet. Later frames of the image contain these changes.
   */
  void restoreChanges(long frame, long[] words, int length) {
    restoringOther();
    if (restoredTo == CurveOrder.END) {
      content.apply(frame, words, length);
      return;
    }
    long[] here = new long[length];
    int kept = 0;
    long more = 0;
    for (int at = 0; at < length; at += Frames.changeWords(words, at)) {
      int count = Frames.changeWords(words, at);
      if (Frames.value(words, at, curve) < restoredTo) {
        System.arraycopy(words, at, here, kept, count);
        kept += count;
      } else {
        more += (words[at] & Frames.DELETION) != 0 ? -1 : 1;
      }
    }
    content.apply(frame, here, kept);
    content.count(more);
  }

  /**
   * Notes that the next frame is not part of a checkpoint image. An image that was written in one
   * step is then over. An image that was written in several steps may continue after this frame.
   */
  private void restoringOther() {
    started = true;
    lastInterval = null;
    takesIntervals = inSteps;
  }

  // Footers

  /**
   * Returns a copy of a directory in which each block has its metadata. The metadata of a block
   * comes from the copy of its footer in the log. If the log has no such copy, it comes from the
   * footer itself.
   */
  Directory withFences(Directory directory, ComponentStore store, GroveConfig config) {
    long pages = 0;
    for (int b = 0; b < directory.blocks(); b++) {
      pages += directory.block(b).block().pages() - 1;
    }
    int subBoxes = config.subBoxesOf(pages);
    BlockFences[] all = new BlockFences[directory.blocks()];
    BlockFooters footers = new BlockFooters(store);
    for (int b = 0; b < all.length; b++) {
      boolean isRead = directory.block(b).fences() != null; // read by the Grove that was taken over
      all[b] = isRead ? null : fences.fences(directory.block(b), subBoxes);
      if (all[b] == null && !isRead) {
        footers.add(directory.block(b).block());
      }
    }
    fences.clear();
    BlockFences[] read = footers.read(subBoxes);
    Directory.Builder builder = new Directory.Builder();
    int next = 0;
    for (int i = 0; i < directory.intervals(); i++) {
      builder.interval(directory.start(i));
      for (int b = directory.firstBlock(i); b < directory.firstBlock(i + 1); b++) {
        StoredBlock block = directory.block(b);
        if (block.fences() != null) {
          builder.block(block);
          continue;
        }
        BlockFences own = all[b] == null ? read[next++] : all[b];
        block = BlockFooters.withFences(block, own);
        if (!isOf(own, directory.start(i), directory.end(i))) {
          throw BlockFooters.damaged(block, "does not agree with the log about its entries");
        }
        builder.block(block);
      }
    }
    return builder.build();
  }

  /**
   * Returns whether the keys of a block fit an interval of the directory. A block of the upper
   * level (with newer entries) must cover the whole interval. A block of the lower level must cover
   * a part of it.
   */
  private static boolean isOf(BlockFences fences, long start, long end) {
    return fences.isUpper()
        ? fences.lowKey() == start && fences.highKey() == end
        : fences.lowKey() >= start && fences.highKey() <= end;
  }
}
