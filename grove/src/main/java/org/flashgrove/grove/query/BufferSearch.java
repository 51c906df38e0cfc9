package org.flashgrove.grove.query;

import java.util.Arrays;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.grove.block.WordList;
import org.flashgrove.grove.fence.WindowSides;
import org.flashgrove.grove.index.Hits;
import org.flashgrove.grove.index.MatchFilter;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.memtable.Chunk;
import org.flashgrove.grove.memtable.IntervalScan;
import org.flashgrove.grove.memtable.IntervalState;
import org.flashgrove.grove.memtable.RawCells;
import org.flashgrove.grove.memtable.RawChanges;
import org.flashgrove.grove.memtable.View;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Searches the write buffer for changes whose rectangles match a query. It finds buffered entries,
 * and buffered deletions of entries that are in blocks. Reusable; not safe for use by several
 * threads.
 */
final class BufferSearch {
  /** Number of intervals whose memory is read together before they are searched. */
  private static final int AT_ONCE = 8;

  private final PackedPage chunkReader = new PackedPage("write buffer");
  private final Hits hits;
  private final Tombstones gone;
  private final Tombstones bufferedGone = new Tombstones();
  private final MatchFilter filter = new MatchFilter();
  private final double[] box = new double[4];
  private long[] ownBits = new long[16];
  private RectangleTest test;
  private final WindowSides sides = new WindowSides();
  private final IntervalScan intervals = new IntervalScan();
  private final RawCells cells = new RawCells();
  private final RawChanges[] alone =
      new RawChanges[AT_ONCE]; // raw changes, if an interval has no others
  private final IntervalState[] met = new IntervalState[AT_ONCE]; // state of the other intervals
  private final boolean[] within = new boolean[AT_ONCE]; // whether it contains an interval
  private int touched; // keeps the compiler from removing the reads
  private double[] window; // window that every match meets, or null
  private boolean plain; // whether every entry that meets the window matches
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  /**
   * Creates a search.
   *
   * @param hits receives the entries found
   * @param gone receives the buffered deletions of entries that are in blocks
   */
  BufferSearch(Hits hits, Tombstones gone) {
    this.hits = hits;
    this.gone = gone;
  }

  /**
   * Starts a search.
   *
   * @param query minX, minY, maxX, maxY
   * @param newWindow window that every match meets, or null if {@code newTest} has no such window
   */
  void start(RectangleTest newTest, double[] query, double[] newWindow) {
    test = newTest;
    plain = newTest == Predicate.INTERSECTS;
    window = newWindow;
    filter.reset(newTest, query);
    if (newWindow != null) {
      sides.set(newWindow);
    }
    minX = query[0];
    minY = query[1];
    maxX = query[2];
    maxY = query[3];
  }

  /** Searches the committed insertions that are still in the commit queue. */
  void searchWaiting(View view) {
    long[] words = view.waiting().words();
    int end = view.waits();
    for (int at = 0; at < end; at += WordList.changeWords(words, at)) {
      int upper = words[at] >= WordList.EXTENT ? at + 4 : at + 2;
      double x1 = Double.longBitsToDouble(words[at + 2]);
      double y1 = Double.longBitsToDouble(words[at + 3]);
      double x2 = Double.longBitsToDouble(words[upper]);
      double y2 = Double.longBitsToDouble(words[upper + 1]);
      if (plain
          ? sides.beside(x1, y1, x2, y2) >= 0
          : test.matches(minX, minY, maxX, maxY, x1, y1, x2, y2)) {
        hits.add(words[at + 1], x1, y1, x2, y2);
      }
    }
  }

  /**
   * Searches an interval.
   *
   * @param at position of the interval in the partition of the view
   * @param wantsRectangles whether the caller needs the rectangles of the entries found
   */
  void search(View view, int at, boolean wantsRectangles) {
    IntervalState state = view.buffer(at);
    RawChanges raw = state.raw();
    int from = hits.size();
    int visible = raw.count(view.commit());
    boolean rectangles = wantsRectangles || raw.takesAway(visible);
    searchChunks(state, rectangles);
    searchRaw(raw, visible, rectangles, false, from);
    if (state.frozen() > 0) {
      searchFrozen(state, wantsRectangles);
    }
  }

  /** Searches those chunks of an interval that no merge has taken. */
  private void searchChunks(IntervalState state, boolean rectangles) {
    for (int c = state.frozen(); c < state.chunks().length; c++) {
      Chunk chunk = state.chunks()[c];
      if (mayHold(chunk)) {
        searchChunk(chunk, rectangles, true);
      }
    }
  }

  /**
   * Searches the first {@code count} raw (unpacked) changes of an interval. Removes, from the hits
   * of this interval, the entries that these changes delete. The chunks of the interval must have
   * been searched before, except those that a merge has taken.
   *
   * <p>This method has over 325 bytes of bytecode, so that the JIT compiler does not inline it.
   *
   * @param isWithin whether the window contains the whole interval
   * @param from index of the first hit that comes from this interval
   */
  private void searchRaw(
      RawChanges raw, int count, boolean rectangles, boolean isWithin, int from) {
    boolean isPlain = plain && raw.onlyAdds();
    boolean all = window == null || isPlain && isWithin;
    if (!all) {
      raw.window(sides, cells);
    }
    bufferedGone.clear();
    for (int first = 0; first < count; first += Long.SIZE) {
      int end = Math.min(count, first + Long.SIZE);
      long rest = all ? -1L >>> first - end : raw.met(sides, cells, first, end);
      if (isPlain) {
        int at = hits.size();
        long[] ids = hits.extend(Long.bitCount(rest));
        raw.copy(rest, first, rectangles, ids, hits.boxes(), at);
        continue;
      }
      for (; rest != 0; rest &= rest - 1) {
        int i = first + Long.numberOfTrailingZeros(rest);
        double x1 = raw.minX(i);
        double y1 = raw.minY(i);
        double x2 = raw.maxX(i);
        double y2 = raw.maxY(i);
        if (!plain && !test.matches(minX, minY, maxX, maxY, x1, y1, x2, y2)) {
          continue;
        }
        int kind = raw.kind(i);
        if (kind == RawChanges.ENTRY) {
          hits.add(raw.id(i), x1, y1, x2, y2);
        } else {
          Tombstones deleted = kind == RawChanges.STORED_GONE ? gone : bufferedGone;
          deleted.add(raw.id(i), x1, y1, x2, y2);
        }
      }
    }
    if (!bufferedGone.isEmpty()) {
      hits.remove(bufferedGone, from);
    }
  }

  /** Starts to search the intervals that meet the window. The query must have a window. */
  void startIntervals(View view) {
    intervals.start(view.partition(), sides);
  }

  /**
   * Searches the next few intervals that meet the window.
   *
   * @param wantsRectangles whether the caller needs the rectangles of the entries found
   * @return whether more intervals may follow
   */
  boolean searchNext(View view, boolean wantsRectangles) {
    int count = 0;
    while (count < AT_ONCE) {
      int at = intervals.next();
      if (at < 0) {
        break;
      }
      within[count] = intervals.isWithin();
      alone[count] = view.alone(at);
      met[count] = alone[count] == null ? view.buffer(at) : null;
      count++;
    }
    for (int i = 0; i < count; i++) {
      touched += alone[i] == null ? met[i].touch() : alone[i].touchFirst();
    }
    for (int i = 0; i < count; i++) {
      touched += alone[i] == null ? met[i].touchContent() : 0;
    }
    for (int i = 0; i < count; i++) {
      RawChanges raw = alone[i] == null ? met[i].raw() : alone[i];
      int visible = raw.count(view.commit());
      boolean rectangles = wantsRectangles || raw.takesAway(visible);
      int from = hits.size();
      if (met[i] != null) {
        searchChunks(met[i], rectangles);
      }
      searchRaw(raw, visible, rectangles, within[i], from);
      if (met[i] != null && met[i].frozen() > 0) {
        searchFrozen(met[i], wantsRectangles);
      }
    }
    Arrays.fill(met, 0, count, null);
    Arrays.fill(alone, 0, count, null);
    return count == AT_ONCE;
  }

  private boolean mayHold(Chunk chunk) {
    if (plain) {
      return sides.beside(chunk.minX(), chunk.minY(), chunk.maxX(), chunk.maxY()) >= 0;
    }
    return test.mayHold(
        minX, minY, maxX, maxY, chunk.minX(), chunk.minY(), chunk.maxX(), chunk.maxY());
  }

  /**
   * Searches the frozen chunks of an interval, which a merge has taken. Called after the other
   * changes of the interval have been searched. Deletions among those changes may refer to frozen
   * entries. Deletions in frozen chunks refer to entries in blocks.
   */
  private void searchFrozen(IntervalState state, boolean wantsRectangles) {
    int from = hits.size();
    boolean rectangles = wantsRectangles || !gone.isEmpty();
    boolean anyDeletion = false;
    for (int c = 0; c < state.frozen(); c++) {
      Chunk chunk = state.chunks()[c];
      anyDeletion |= chunk.deletions() > 0;
      if (mayHold(chunk)) {
        searchChunk(chunk, rectangles, false);
      }
    }
    if (!gone.isEmpty()) {
      hits.remove(gone, from);
    }
    for (int c = 0; c < state.frozen() && anyDeletion; c++) {
      Chunk chunk = state.chunks()[c];
      if (chunk.deletions() > 0 && mayHold(chunk)) {
        noteDeletions(chunk);
      }
    }
  }

  private void noteDeletions(Chunk chunk) {
    chunk.read(chunkReader);
    for (int i = 0; i < chunk.count(); i++) {
      if (chunkReader.isDeletion(i)) {
        chunkReader.rectangle(i, box);
        if (test.matches(minX, minY, maxX, maxY, box[0], box[1], box[2], box[3])) {
          gone.add(chunkReader.id(i), box[0], box[1], box[2], box[3]);
        }
      }
    }
  }

  /**
   * Searches a chunk for changes that match the query.
   *
   * <p>This method has over 325 bytes of bytecode, so that the JIT compiler does not inline it.
   *
   * @param rectangles whether the rectangles of entries are needed
   * @param deletions whether to collect deletions, too
   */
  private void searchChunk(Chunk chunk, boolean rectangles, boolean deletions) {
    int words = (chunk.count() - 1) / Long.SIZE + 1;
    long[] bits = ownBits;
    if (window != null) {
      chunk.scan(chunkReader, window[0], window[1], window[2], window[3]);
      bits = chunkReader.hits();
    } else {
      chunk.read(chunkReader);
      if (bits.length < words) {
        ownBits = new long[2 * words];
        bits = ownBits;
      }
      Arrays.fill(bits, 0, words, -1);
      bits[words - 1] = -1L >>> -chunk.count();
    }
    if (!plain) {
      filter.exact(chunkReader, bits, bits, words);
    }
    boolean anyGone = chunk.deletions() > 0;
    for (int w = 0; w < words; w++) {
      for (long rest = bits[w]; rest != 0; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        if (!rectangles && !(anyGone && chunkReader.isDeletion(i))) {
          hits.add(chunkReader.id(i));
          continue;
        }
        chunkReader.rectangle(i, box);
        if (!chunkReader.isDeletion(i)) {
          hits.add(chunkReader.id(i), box[0], box[1], box[2], box[3]);
        } else if (deletions) {
          gone.add(chunkReader.id(i), box[0], box[1], box[2], box[3]);
        }
      }
    }
  }
}
