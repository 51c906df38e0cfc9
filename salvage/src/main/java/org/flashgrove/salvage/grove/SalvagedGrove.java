package org.flashgrove.salvage.grove;

import java.util.function.Consumer;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.index.SalvagedIndex;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.log.IntervalFrames;
import org.flashgrove.grove.log.LoggedFences;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Finds the entries of a grove in a damaged store. Uses the remaining frames of the grove's log and
 * the blocks that are found in the grove's file. A block contains the entries of an interval of the
 * space-filling curve.
 *
 * <p>In the best case, no frame is missing and each block that the log names is found. These blocks
 * and the changes in the log then make up the grove. Single pages of the blocks may still be lost,
 * but every entry on a readable page is as the newest commit left it.
 *
 * <p>In all other cases each entry is uncertain. For each value on the curve, the entries come from
 * the newest block whose interval contains the value. The changes of the remaining frames are
 * applied to these entries. If the log does not name the newest block, it is unknown which of the
 * changes the block already contains. An insertion is then applied only if the block lacks the
 * entry, and deletions are ignored.
 *
 * <p>Memory: the changes in the log, and the footers of the blocks.
 */
public final class SalvagedGrove implements SalvagedIndex {
  private final CurveOrder curve;
  private final SalvagedChanges changes;
  private final SalvagedGroveBlocks blocks;
  private final PackedPage page = new PackedPage("blocks");
  private final EntryColumns scratch = new EntryColumns(64);
  private final boolean isCounted;
  private boolean isStartKnown;
  private long entries;

  /**
   * Creates the salvage of a grove.
   *
   * @param config parameters with which the grove was created
   * @param losses receives a line for each loss
   */
  public SalvagedGrove(GroveConfig config, Consumer<String> losses) {
    curve = config.curveOrder();
    changes = new SalvagedChanges(curve);
    blocks = new SalvagedGroveBlocks(curve, losses);
    isCounted = !config.blind();
  }

  @Override
  public void frame(long frame, ComponentIndex.Kind kind, long[] content, int length) {
    switch (kind) {
      case CHECKPOINT_IMAGE -> checkpointImage(frame, content, length);
      case EDIT -> edit(frame, content, length);
      default -> {
        Frames.requireChanges(frame, content, length);
        entries += changes.take(frame, content, length, isStartKnown);
      }
    }
  }

  private void checkpointImage(long frame, long[] content, int length) {
    long type = Frames.word(frame, content, length, 0);
    if (type == Frames.MANIFEST || type == Frames.STEPS) {
      changes.takeLine(Frames.curve(frame, content, length, 3, curve));
      Directory directory =
          Frames.intervals(frame, content, length, Frames.MANIFEST_WORDS, 0).build();
      isStartKnown = true;
      entries = content[1];
      changes.startOver(type == Frames.STEPS);
      blocks.nameAll(directory);
      return;
    }
    if (type == Frames.LAST_STEP) {
      changes.stepTo(CurveOrder.END);
      return;
    }
    if (LoggedFences.isFrameOfCopies(content, length)) {
      return; // copies of footers, which the blocks contain, too
    }
    if (IntervalFrames.isType(type)) {
      new IntervalFrames()
          .read(
              frame,
              content,
              length,
              (start, end, chunks, frozen) -> {
                for (int i = 0; i < chunks.length; i++) {
                  scratch.clear();
                  chunks[i].packed().turn(page);
                  page.appendTo(scratch);
                  restoreScratch(frame, i < frozen);
                }
              });
      return;
    }
    long start = Frames.word(frame, content, length, 1);
    long end = Frames.word(frame, content, length, 2);
    if (start < 0 || end <= start || end > CurveOrder.END) {
      throw Frames.damaged(frame, "an interval outside the curve");
    }
    changes.stepTo(end);
    scratch.clear();
    Frames.readChunks(frame, content, length, 3, page, scratch);
    restoreScratch(frame, type == Frames.FROZEN);
  }

  private void restoreScratch(long frame, boolean isFrozen) {
    Frames.setKeys(frame, curve, scratch);
    for (int i = 0; i < scratch.size(); i++) {
      changes.restore(
          isFrozen, scratch.key(i), SalvagedGroveBlocks.entry(scratch, i), scratch.isDeletion(i));
    }
  }

  private void edit(long frame, long[] content, int length) {
    if (length == Frames.CURVE_WORDS) {
      changes.takeLine(Frames.curve(frame, content, length, 0, curve));
      return;
    }
    if (LoggedFences.isFrameOfCopies(content, length)) {
      return; // copies of footers, which the blocks contain, too
    }
    long lo = Frames.word(frame, content, length, 0);
    long hi = Frames.word(frame, content, length, 1);
    boolean isPossible = lo >= 0 && hi > lo && hi <= CurveOrder.END;
    if (length == Frames.FREEZE_WORDS) {
      if (!isPossible) {
        throw Frames.damaged(frame, "an impossible interval is frozen");
      }
      changes.freeze(lo, hi);
      return;
    }
    long commit = Frames.word(frame, content, length, 2);
    long more = Frames.word(frame, content, length, 3);
    changes.takeLine(Frames.curve(frame, content, length, 4, curve));
    int intervals = 4 + Frames.CURVE_WORDS;
    Directory middle = Frames.intervals(frame, content, length, intervals, lo).build();
    if (!isPossible || more < 0 || middle.start(middle.intervals() - 1) >= hi) {
      throw Frames.damaged(frame, "an edit of an impossible interval");
    }
    changes.merged(lo, hi, commit, isStartKnown);
    blocks.replace(lo, hi, middle);
    entries += more;
  }

  @Override
  public void block(long number, long sequence, int pages, byte[] last) {
    blocks.found().add(number, sequence, pages, last);
  }

  @Override
  public boolean isStartKnown() {
    return isStartKnown;
  }

  @Override
  public long entries() {
    return isCounted ? entries : -1;
  }

  @Override
  public boolean agrees() {
    return blocks.agree();
  }

  @Override
  public long entries(boolean isLogWhole, Pages pages, EntrySink sink) {
    long[] count = {0};
    changes.thaw();
    blocks.read(
        isLogWhole,
        pages,
        (block, isNamed, value, entry) -> {
          if (!isNamed || !changes.takeDeletion(value, entry)) {
            count[0]++;
            sink.entry(block, entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
          }
        });
    changes.forEachInsertion(
        entry -> {
          count[0]++;
          sink.entry(-1, entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
        });
    return count[0];
  }
}
