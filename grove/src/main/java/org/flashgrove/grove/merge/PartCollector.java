package org.flashgrove.grove.merge;

import java.util.Arrays;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Collects the entries of one part of a new block. A part begins with the entries that are left
 * over from the previous part. The entries of one cell of the plane follow, except deleted entries.
 * If a cell has too many entries for the memory, the collector splits the cell. If too many entries
 * share one centre, the collector divides them among several parts, in the order of the input. Not
 * safe for use by several threads.
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
  private int resumeAt; // index, in the next piece, of the first entry that is not collected yet
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

  /** Gives the memory for entries back to the workspace. Nothing may be collected afterwards. */
  void close() {
    workspace.givePartBack(part);
  }

  /** Returns the collected entries. */
  EntryColumns part() {
    return part;
  }

  /**
   * Returns whether so many entries have the same centre that memory has no room for all of them at
   * once.
   */
  boolean isCut() {
    return cut;
  }

  /**
   * Returns the number of deletions that matched no entry while this part (group of entries) was
   * collected.
   */
  int lost() {
    return gone.left();
  }

  /** Sets the key range [first, endOfKeys), from which entries are then collected. */
  void keys(long first, long endOfKeys) {
    from = first;
    end = endOfKeys;
  }

  /**
   * Returns the end of the key range from which entries were collected. It is lower than the end
   * that {@link #keys} has set if there was no room for all entries of the range.
   */
  long end() {
    return end;
  }

  /**
   * Sorts the collected entries by key. Only used if a merge forms pages from ranges of the curve
   * instead of cells of a k-d tree.
   */
  void sort() {
    for (int i = 0; i < part.size(); i++) {
      part.setKey(i, curve.value(part.minX(i), part.minY(i), part.maxX(i), part.maxY(i)));
    }
    part.sort(0, part.size());
  }

  /**
   * Starts to collect the entries of the current cell. They are added to the entries that are left
   * over from earlier cells.
   */
  void begin() {
    skipped = 0;
    carried = part.size();
    start();
  }

  /**
   * Continues with entries that have the same centre as the entries of the previous part (group of
   * entries), because that part had no room for all of them. Reads on from the first entry that had
   * no room, so the time for a centre is proportional to its number of entries.
   */
  void beginRest() {
    carried = part.size();
    cut = false;
    piece--;
  }

  private void start() {
    gone.clear();
    part.truncate(carried);
    toSkip = skipped;
    cut = false;
    piece = 0;
    resumeAt = 0;
    deletionsDone = false;
  }

  /**
   * Reads the next piece of the input, which is a page or a chunk of buffered changes. Returns
   * false once all entries of the part (group of entries) are collected.
   */
  boolean step() {
    return deletionsDone ? collect() : collectDeletions();
  }

  private boolean isInPart() {
    if (!cells.holds(Rectangles.centre(box[0], box[2]), Rectangles.centre(box[1], box[3]))) {
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
        int first = Math.max(resumeAt, source.runStart(at, run, page.count()));
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
    resumeAt = 0;
    return true;
  }

  /**
   * Returns whether all {@code entries} entries of a run (a group of neighbouring entries) can be
   * added without checking each of them.
   */
  private boolean takesWhole(PackedPage page, int entries) {
    return gone.isEmpty()
        && toSkip == 0
        && !page.hasDeletions()
        && page.isPoints() == part.holdsOnlyPoints()
        && entries <= part.capacity() - part.size();
  }

  /**
   * Adds the entries of a run (a group of neighbouring entries) that belong in the part to collect.
   * Returns false if the part is full or the collection has restarted.
   *
   * @param stored whether the run is from a block, not from the write buffer
   */
  private boolean collect(PackedPage page, int first, int behind, boolean stored) {
    for (int i = first; i < behind; i++) {
      if (page.isDeletion(i)) {
        continue;
      }
      if (stored && !source.hasRows()) {
        if (!mayBeInPart(page, i)) {
          continue; // its residual row need not be read
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
        resumeAt = cut ? i : 0;
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether an entry in a block may belong in the part (group of entries) to collect.
   * Decides without the low bits of the coordinates, which are on a residual page that is not read.
   */
  private boolean mayBeInPart(PackedPage page, int i) {
    page.outerRectangle(i, box);
    page.innerSides(i, inner);
    double x1 = Rectangles.centre(box[0], inner[2]);
    double y1 = Rectangles.centre(box[1], inner[3]);
    double x2 = Rectangles.centre(inner[0], box[2]);
    double y2 = Rectangles.centre(inner[1], box[3]);
    return cells.mayHold(x1, y1, x2, y2) && source.mayHaveKeys(x1, y1, x2, y2, from, end);
  }

  private boolean isGone(long id) {
    return gone.takes(id, box[0], box[1], box[2], box[3]);
  }

  /**
   * Adds an entry with the rectangle in {@link #box}. Returns false if there is no room for it, or
   * if the collection has restarted.
   */
  private boolean take(long id) {
    if (part.holdsOnlyPoints() && !(box[0] == box[2] && box[1] == box[3])) {
      workspace.noteBoxes();
      EntryColumns points = part;
      part = new EntryColumns(workspace.capacity(), keyed);
      part.add(
          0, id, box[0], box[1], box[2], box[3]); // from now on, stores four sides for each entry
      part.clear();
      part.addAll(points, 0, carried);
      start();
      return false;
    }
    if (part.size() < part.capacity()) {
      part.add(0, id, box[0], box[1], box[2], box[3]);
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

  /**
   * Reduces the cell or the key range from which entries are collected, and restarts the
   * collection.
   */
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
    return Rectangles.centre(part.minX(i), part.maxX(i));
  }

  private double centreY(int i) {
    return Rectangles.centre(part.minY(i), part.maxY(i));
  }

  private int sampled(int i, int count) {
    return carried + (int) ((long) (part.size() - carried) * i / count);
  }

  /** Returns the approximate median key of the collected entries. */
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

  /** Removes the first {@code entries} entries, which have been written. */
  void drop(int entries) {
    for (int i = entries; i < part.size(); i++) {
      part.copy(i, i - entries);
    }
    part.truncate(part.size() - entries);
  }

  /** Returns the heap memory that this object takes, in bytes. */
  long bytes() {
    return part.bytes() + gone.bytes();
  }
}
