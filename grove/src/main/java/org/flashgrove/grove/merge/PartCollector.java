package org.flashgrove.grove.merge;

import java.util.Arrays;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Collects the parts of a merge: the entries of a block in a cell, less those that deletions take
 * away, behind those that were left of the part before. A cell with more entries than there is room
 * for is divided; entries of one centre that are too many make several parts, in the order in which
 * the pieces have them. For one thread.
 */
final class PartCollector {
  private static final int MEDIAN_OF = 33;

  private final CurveOrder curve;
  private final Workspace workspace;
  private final MergeInput source;
  private final BlockCells cells;
  private final boolean keyed;
  private final Tombstones gone = new Tombstones();
  private final double[] box = new double[4];
  private final double[] inner = new double[4];
  private EntryColumns part;
  private long from;
  private long end;
  private int piece;
  private boolean deletionsDone;
  private int carried;
  private int skipped;
  private int toSkip;
  private boolean cut;

  PartCollector(CurveOrder curve, Workspace workspace, MergeInput source, BlockCells cells) {
    this.curve = curve;
    this.workspace = workspace;
    this.source = source;
    this.cells = cells;
    keyed = !workspace.design().tiled();
    part = workspace.takePart(keyed);
  }

  /** Gives the room for entries back; nothing is collected any more. */
  void close() {
    workspace.givePartBack(part);
  }

  /** Returns what is collected. */
  EntryColumns part() {
    return part;
  }

  /** Returns whether the cell has more entries of one centre than the part has room for. */
  boolean isCut() {
    return cut;
  }

  /** Returns the deletions of the part that found no entry. */
  int lost() {
    return gone.left();
  }

  /** Sets the keys of the block: from one up to another. */
  void keys(long first, long endOfKeys) {
    from = first;
    end = endOfKeys;
  }

  /** Returns the end of the keys, which are fewer if not all of them had room. */
  long end() {
    return end;
  }

  /** Brings what is collected into the order of its keys; where parts are pieces of the curve. */
  void sort() {
    for (int i = 0; i < part.size(); i++) {
      part.setKey(i, curve.value(part.minX(i), part.minY(i), part.maxX(i), part.maxY(i)));
    }
    part.sort(0, part.size());
  }

  /** Begins with the current cell; what is in the part already stays in front. */
  void begin() {
    skipped = 0;
    carried = part.size();
    start();
  }

  /** Goes on with the entries of one centre behind those that were collected before. */
  void beginRest() {
    carried = part.size();
    start();
  }

  private void start() {
    gone.clear();
    part.truncate(carried);
    toSkip = skipped;
    cut = false;
    piece = 0;
    deletionsDone = false;
  }

  /** Looks at the next piece; returns whether there is more to do. */
  boolean step() {
    return deletionsDone ? collect() : collectDeletions();
  }

  private boolean isInPart() {
    if (!cells.holds(BlockCells.centre(box[0], box[2]), BlockCells.centre(box[1], box[3]))) {
      return false;
    }
    long key = curve.value(box[0], box[1], box[2], box[3]);
    return key >= from && key < end;
  }

  private boolean collectDeletions() {
    while (piece < source.chunks()
        && !(source.hasDeletions(piece) && source.runs(piece, from, end, cells) != 0)) {
      piece++;
    }
    if (piece == source.chunks()) {
      piece = 0;
      deletionsDone = true;
      return true;
    }
    PackedPage chunk = source.turnTo(piece);
    for (int i = 0; i < chunk.count(); i++) {
      if (chunk.isDeletion(i)) {
        chunk.rectangle(i, box);
        if (isInPart()) {
          gone.add(chunk.id(i), box[0], box[1], box[2], box[3]);
        }
      }
    }
    piece++;
    return true;
  }

  private boolean collect() {
    long runs = 0;
    while (piece < source.pieces() && runs == 0) {
      runs = source.runs(piece++, from, end, cells);
    }
    if (runs == 0) {
      return false;
    }
    int at = piece - 1;
    long inside = source.runsInside();
    PackedPage page = source.turnTo(at);
    for (int run = 0; run < Long.SIZE && runs >>> run != 0; run++) {
      if ((runs >>> run & 1) != 0) {
        int first = source.runStart(at, run, page.count());
        int behind = source.runStart(at, run + 1, page.count());
        if ((inside >>> run & 1) != 0 && takesWhole(page, behind - first)) {
          if (first < behind) {
            source.append(at, first, behind, part);
          }
        } else if (!collect(page, first, behind, at >= source.chunks())) {
          return !cut;
        }
      }
    }
    return true;
  }

  /** Returns whether the part can take all entries of a run as they are. */
  private boolean takesWhole(PackedPage page, int entries) {
    return gone.isEmpty()
        && toSkip == 0
        && !page.hasDeletions()
        && page.isPoints() == part.holdsOnlyPoints()
        && entries <= part.capacity() - part.size();
  }

  /** Takes those of some entries of a piece that are in the part; false if it takes no more. */
  private boolean collect(PackedPage page, int first, int behind, boolean stored) {
    for (int i = first; i < behind; i++) {
      if (page.isDeletion(i)) {
        continue;
      }
      if (stored && !source.hasRows()) {
        if (!mayBeInPart(page, i)) {
          continue; // its row need not be read
        }
        source.readRow(i);
      }
      page.rectangle(i, box);
      if (!isInPart() || stored && isGone(page.id(i))) {
        continue;
      }
      if (toSkip > 0) {
        toSkip--;
      } else if (!take(page.id(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a stored entry may be in the part, by what its page says without its row. */
  private boolean mayBeInPart(PackedPage page, int i) {
    page.outerRectangle(i, box);
    page.innerSides(i, inner);
    double x1 = BlockCells.centre(box[0], inner[2]);
    double y1 = BlockCells.centre(box[1], inner[3]);
    double x2 = BlockCells.centre(inner[0], box[2]);
    double y2 = BlockCells.centre(inner[1], box[3]);
    return cells.mayHold(x1, y1, x2, y2) && source.mayHaveKeys(x1, y1, x2, y2, from, end);
  }

  private boolean isGone(long id) {
    return gone.takes(id, box[0], box[1], box[2], box[3]);
  }

  /** Takes an entry into the part; false if the part is full, or has to be collected again. */
  private boolean take(long id) {
    if (part.holdsOnlyPoints() && !(box[0] == box[2] && box[1] == box[3])) {
      workspace.noteBoxes();
      EntryColumns points = part;
      part = new EntryColumns(workspace.capacity(), keyed);
      part.add(0, id, box[0], box[1], box[2], box[3], false); // sides of their own from now on
      part.clear();
      part.addAll(points, 0, carried);
      start();
      return false;
    }
    if (part.size() < part.capacity()) {
      part.add(0, id, box[0], box[1], box[2], box[3], false);
      return true;
    }
    if (keyed ? end - from <= 1 : cells.isPoint()) {
      cut = true;
      skipped += part.size() - carried;
    } else {
      shrink();
    }
    return false;
  }

  /** Takes fewer entries than those of the cell, and starts over. */
  private void shrink() {
    if (keyed) {
      end = Math.max(from + 1, Math.min(end - 1, medianKey(carried)));
      start();
      return;
    }
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    for (int i = carried; i < part.size(); i++) {
      minX = Math.min(minX, centreX(i));
      minY = Math.min(minY, centreY(i));
      maxX = Math.max(maxX, centreX(i));
      maxY = Math.max(maxY, centreY(i));
    }
    int count = Math.min(MEDIAN_OF, part.size() - carried);
    double[] xs = new double[count];
    double[] ys = new double[count];
    for (int i = 0; i < count; i++) {
      xs[i] = centreX(sampled(i, count));
      ys[i] = centreY(sampled(i, count));
    }
    Arrays.sort(xs);
    Arrays.sort(ys);
    cells.shrink(minX, minY, maxX, maxY, xs[count / 2], ys[count / 2]);
    start();
  }

  private double centreX(int i) {
    return BlockCells.centre(part.minX(i), part.maxX(i));
  }

  private double centreY(int i) {
    return BlockCells.centre(part.minY(i), part.maxY(i));
  }

  private int sampled(int i, int count) {
    return carried + (int) ((long) (part.size() - carried) * i / count);
  }

  /** Returns about the median of the keys of what is collected. */
  long medianKey() {
    return medianKey(0);
  }

  private long medianKey(int first) {
    int size = part.size() - first;
    int count = Math.min(MEDIAN_OF, size);
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      int at = first + (int) ((long) size * i / count);
      keys[i] = curve.value(part.minX(at), part.minY(at), part.maxX(at), part.maxY(at));
    }
    Arrays.sort(keys);
    return keys[count / 2];
  }

  /** Removes the first entries of the part, which were written. */
  void drop(int entries) {
    for (int i = entries; i < part.size(); i++) {
      part.copy(i, i - entries);
    }
    part.truncate(part.size() - entries);
  }

  /** Returns the bytes of memory. */
  long bytes() {
    return part.bytes() + gone.bytes();
  }
}
