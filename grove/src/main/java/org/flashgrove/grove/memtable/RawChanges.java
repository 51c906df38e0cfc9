package org.flashgrove.grove.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.WindowSides;

/**
 * Newest changes of an interval, not yet packed. One thread appends changes. Other threads read the
 * changes up to a commit without a lock, because an appended change is never modified.
 *
 * <p>If all changes are points, a change takes three words (id, x, y), otherwise five (id and
 * rectangle). Four more bytes hold its commit and kind. {@link RawCells} take another two bytes for
 * a point and four for a rectangle. Only raw changes of an interval without packed chunks have
 * cells. Searches compute them, so that insertions need not. {@link #isAlone} returns whether a
 * snapshot sees no other changes of the interval.
 */
public final class RawChanges {
  /** Kind of a change that inserts an entry. */
  public static final int ENTRY = 0;

  /** Kind of a change that deletes an entry in blocks or in chunks that a merge has taken. */
  public static final int STORED_GONE = 1;

  /** Kind of a change that deletes a buffered entry that no merge has taken. */
  public static final int BUFFERED_GONE = 2;

  private static final int KIND_BITS = 2;
  private static final int KIND_MASK = (1 << KIND_BITS) - 1;
  private static final long MOST_OFFSET = Integer.MAX_VALUE >>> KIND_BITS;

  /** If more than this number of 64 changes have matching cells, all 64 are compared exactly. */
  private static final int MANY_NEAR = 24;

  /** If more than this number of changes have no cells, a search computes cells for all of them. */
  private static final int FEW_WITHOUT_CELLS = 16;

  private static final int POINT_WORDS = 3;
  private static final int BOX_WORDS = 5;
  private static final int OBJECT_BYTES = 40;
  private static final int ARRAY_BYTES = 16;
  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(RawChanges.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final byte stride;
  private final int origin; // number of words before the changes: those of the cells, or 0
  private final long base;
  private final int capacity;
  private final int room; // maximum number of changes; in a read-only view, their number
  private final long[] words; // cells, then changes, then marks, two for each word
  private int newest; // commit of the last change minus the base
  private int count; // written and read by COUNT
  private boolean deletes; // whether any change, or the next one, deletes a buffered entry
  private boolean wasSearched; // while many changes had no cells

  /**
   * Creates an object without changes.
   *
   * @param boxes whether rectangles may have an extent
   * @param capacity maximum number of changes, 1 or more
   * @param base a commit that is not newer than the commits of the changes to be appended
   */
  RawChanges(boolean boxes, int capacity, long base) {
    this(boxes, capacity, base, false);
  }

  /**
   * Creates an object without changes.
   *
   * @param cells whether there is room for {@link RawCells}; false for an interval with chunks
   */
  RawChanges(boolean boxes, int capacity, long base, boolean cells) {
    stride = (byte) (boxes ? BOX_WORDS : POINT_WORDS);
    origin = cells ? RawCells.words(boxes, capacity) : 0;
    this.base = base;
    this.capacity = capacity;
    room = capacity;
    words = new long[origin + stride * capacity + (capacity + 1) / 2];
  }

  private RawChanges(RawChanges same) {
    stride = same.stride;
    origin = same.origin;
    base = same.base;
    capacity = same.capacity;
    words = same.words;
    newest = same.newest;
    count = same.count;
    deletes = same.deletes;
    wasSearched = same.wasSearched;
    room = count;
  }

  /** Returns a read-only view of the current changes. It does not show later changes. */
  RawChanges shared() {
    return new RawChanges(this);
  }

  /** Returns whether this is a read-only view of changes that another object owns. */
  boolean isShared() {
    return room < capacity;
  }

  /**
   * Returns a copy of these changes with room for {@link RawCells} and for more changes. Only for
   * an interval without chunks. Commit numbers are kept.
   *
   * @param boxes whether rectangles may have an extent; must be true if it is true for this object
   * @param newCapacity at least the current capacity
   */
  RawChanges longer(boolean boxes, int newCapacity) {
    return copyTo(new RawChanges(boxes, newCapacity, base, true));
  }

  /** Returns a copy with the same capacity. A snapshot sees the same changes in the copy. */
  RawChanges copy() {
    return copyTo(new RawChanges(holdsBoxes(), capacity, base, origin > 0));
  }

  private RawChanges copyTo(RawChanges raw) {
    if (raw.stride == stride) {
      System.arraycopy(words, origin, raw.words, raw.origin, stride * count);
    } else {
      for (int i = 0; i < count; i++) {
        raw.put(i, id(i), minX(i), minY(i), maxX(i), maxY(i));
      }
    }
    System.arraycopy(words, markWord(0), raw.words, raw.markWord(0), (count + 1) / 2);
    raw.deletes = deletes;
    raw.newest = newest;
    raw.count = count;
    raw.wasSearched = wasSearched;
    return raw;
  }

  /** Returns whether a snapshot of {@code commit} sees only these changes of the interval. */
  boolean isAlone(long commit) {
    return origin > 0 && base <= commit;
  }

  /**
   * Adds changes in the normal form that {@link Packer} describes, before any change is appended.
   * Snapshots from the base commit on see these changes.
   *
   * @return this
   */
  RawChanges addFirst(EntryColumns of, int from, int to) {
    for (int i = from; i < to; i++) {
      put(count, of.id(i), of.minX(i), of.minY(i), of.maxX(i), of.maxY(i));
      markFirst(of.isDeletion(i) ? STORED_GONE : ENTRY);
    }
    return this;
  }

  /**
   * Adds a change of another object before any change is appended. Snapshots from the base commit
   * on see this change. The change must not delete a buffered entry.
   */
  void addFirst(RawChanges other, int i) {
    put(count, other.id(i), other.minX(i), other.minY(i), other.maxX(i), other.maxY(i));
    markFirst(other.kind(i));
  }

  private void markFirst(int kind) {
    words[markWord(count)] |= (long) kind << markShift(count);
    deletes |= kind != ENTRY;
    count++;
  }

  /** Returns the heap bytes of an object with {@code capacity}. */
  static long bytes(boolean boxes, int capacity) {
    long wordCount = (long) (boxes ? BOX_WORDS : POINT_WORDS) * capacity + (capacity + 1) / 2;
    return OBJECT_BYTES + ARRAY_BYTES + Long.BYTES * wordCount;
  }

  long bytes() {
    return bytes(holdsBoxes(), capacity) + cellBytes();
  }

  long cellBytes() {
    return (long) Long.BYTES * origin;
  }

  boolean holdsBoxes() {
    return stride == BOX_WORDS;
  }

  /** Returns whether a change of this commit can be appended, given whether it is a point. */
  boolean hasRoom(long commit, boolean point) {
    return count < room && (point || holdsBoxes()) && reaches(commit);
  }

  /** Loads the memory for the next appended change into the CPU cache. */
  long touch() {
    int next = Math.min(count, capacity - 1);
    return next < 0 ? 0 : words[place(next)] + words[markWord(next)];
  }

  /** Loads the number of changes into the CPU cache. The result has no meaning. */
  int touchCount() {
    return stride;
  }

  /** Loads the first changes into the CPU cache for a search. The result has no meaning. */
  public int touchFirst() {
    return capacity == 0 ? 0 : (int) words[0];
  }

  /** Returns the mark of a change, which stands for its kind and commit. */
  long markOf(int kind, long commit) {
    return commit - base << KIND_BITS | kind;
  }

  /**
   * Appends a change. There must be room, and no earlier change may be of a newer commit.
   *
   * @param mark result of {@link #markOf}
   */
  void append(long mark, long id, double x1, double y1, double x2, double y2) {
    put(count, id, x1, y1, x2, y2);
    if ((mark & KIND_MASK) != ENTRY) {
      deletes = true; // visible to every thread that sees the new count
    }
    newest = (int) (mark >>> KIND_BITS); // visible to every thread that sees the new count
    words[markWord(count)] |= mark << markShift(count);
    COUNT.setRelease(this, count + 1);
  }

  /** Returns the index of the first word of a change. */
  private int place(int at) {
    return origin + at * stride;
  }

  private void put(int number, long id, double x1, double y1, double x2, double y2) {
    int at = place(number);
    words[at] = id;
    words[at + 1] = Double.doubleToRawLongBits(x1);
    words[at + 2] = Double.doubleToRawLongBits(y1);
    if (stride == BOX_WORDS) {
      words[at + 3] = Double.doubleToRawLongBits(x2);
      words[at + 4] = Double.doubleToRawLongBits(y2);
    }
  }

  /** Returns the maximum number of changes. */
  int capacity() {
    return capacity;
  }

  /**
   * Returns whether the difference of {@code commit} and the base commit is small enough to store.
   */
  boolean reaches(long commit) {
    return commit - base <= MOST_OFFSET;
  }

  /** Returns the number of changes. Only the writer may call this. */
  public int count() {
    return count;
  }

  /** Returns the number of changes of commits up to {@code commit}. */
  public int count(long commit) {
    int visible = (int) COUNT.getAcquire(this);
    if (base + newest <= commit) {
      return visible;
    }
    while (visible > 0 && base + (mark(visible - 1) >>> KIND_BITS) > commit) {
      visible--;
    }
    return visible;
  }

  /** Returns the commit of the last change, or -1 if there is none. For the writer only. */
  long newest() {
    return count == 0 ? -1 : base + newest;
  }

  private int markWord(int at) {
    return origin + stride * capacity + (at >> 1);
  }

  private static int markShift(int at) {
    return (at & 1) * Integer.SIZE;
  }

  /**
   * Returns the mark of a change, a number that combines its commit and its kind. Two marks share a
   * word, so the writer may add the next change's mark to this word during the call.
   */
  private int mark(int at) {
    return (int) (words[markWord(at)] >>> markShift(at));
  }

  public int kind(int at) {
    return mark(at) & KIND_MASK;
  }

  /** Returns whether no deletion has been appended so far. */
  public boolean onlyAdds() {
    return !deletes;
  }

  /** Returns whether any of the first {@code changes} changes deletes a buffered entry. */
  public boolean takesAway(int changes) {
    for (int i = 0; i < changes && deletes; i++) {
      if (kind(i) == BUFFERED_GONE) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns which changes share a point with a window, as bit i for change {@code first + i}.
   *
   * @param end at most {@code first + 64}
   */
  public long met(WindowSides window, int first, int end) {
    return holdsBoxes() ? metBoxes(window, first, end) : metPoints(window, first, end);
  }

  /**
   * Sets {@code cells} to the cells of a window, in the grid of this object's cells.
   *
   * <p>The first search only notes that cells are missing, and the second one computes them. For a
   * single search, comparing all changes exactly is faster.
   */
  public void window(WindowSides window, RawCells cells) {
    int with = origin == 0 ? 0 : RawCells.count(words);
    int all = (int) COUNT.getAcquire(this);
    if (origin > 0 && all - with > FEW_WITHOUT_CELLS) {
      if (wasSearched) {
        with = RawCells.extend(words, this, all);
      } else {
        wasSearched = true;
      }
    }
    cells.window(words, with, holdsBoxes(), window);
  }

  /**
   * Returns the same result as {@link #met(WindowSides, int, int)}. Compares cells first, if there
   * are any.
   *
   * @param cells cells of the window, set by {@link #window}
   * @param first a multiple of 64
   */
  public long met(WindowSides window, RawCells cells, int first, int end) {
    int with = Math.min(cells.count(), end);
    if (with <= first) {
      return met(window, first, end);
    }
    long near =
        holdsBoxes() ? cells.metBoxes(words, first, with) : cells.metPoints(words, first, with);
    near &= -1L >>> first - with;
    int tooMany = MANY_NEAR - Long.bitCount(near) >> Integer.SIZE - 1; // -1 or 0
    near &= ~tooMany;
    with += first - with & tooMany;
    for (long rest = near; rest != 0; rest &= rest - 1) {
      int i = first + Long.numberOfTrailingZeros(rest);
      near ^= rest & -rest & window.beside(minX(i), minY(i), maxX(i), maxY(i)) >> Long.SIZE - 1;
    }
    // no rare branches: the JIT compiler would leave them out and compile searches again
    return near | met(window, with, end) << with - first;
  }

  private long metPoints(WindowSides window, int first, int end) {
    long[] all = words;
    long met = 0;
    int at = origin + first * POINT_WORDS;
    for (int i = 0; i < end - first; i++) {
      double x = Double.longBitsToDouble(all[at + 1]);
      double y = Double.longBitsToDouble(all[at + 2]);
      met |= ~window.beside(x, y, x, y) >>> Long.SIZE - 1 << i;
      at += POINT_WORDS;
    }
    return met;
  }

  private long metBoxes(WindowSides window, int first, int end) {
    long met = 0;
    for (int i = first; i < end; i++) {
      long beside = window.beside(minX(i), minY(i), maxX(i), maxY(i));
      met |= ~beside >>> Long.SIZE - 1 << i - first;
    }
    return met;
  }

  /**
   * Copies the ids, and on request the rectangles, of some changes.
   *
   * @param which set of changes, as bit i for change {@code first + i}
   * @param rectangles whether to copy the rectangles, too
   * @param ids receives the ids from index {@code at} on
   * @param boxes receives minX, minY, maxX, maxY of each change, from index {@code 4 * at} on
   */
  public void copy(long which, int first, boolean rectangles, long[] ids, double[] boxes, int at) {
    long[] all = words;
    int upper = stride - 2;
    int next = at;
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int word = place(first + Long.numberOfTrailingZeros(rest));
      ids[next] = all[word];
      if (rectangles) {
        int side = BoxGroups.BOX * next;
        boxes[side] = Double.longBitsToDouble(all[word + 1]);
        boxes[side + 1] = Double.longBitsToDouble(all[word + 2]);
        boxes[side + 2] = Double.longBitsToDouble(all[word + upper]);
        boxes[side + 3] = Double.longBitsToDouble(all[word + upper + 1]);
      }
      next++;
    }
  }

  public long id(int at) {
    return words[place(at)];
  }

  public double minX(int at) {
    return Double.longBitsToDouble(words[place(at) + 1]);
  }

  public double minY(int at) {
    return Double.longBitsToDouble(words[place(at) + 2]);
  }

  public double maxX(int at) {
    return Double.longBitsToDouble(words[place(at) + stride - 2]);
  }

  public double maxY(int at) {
    return Double.longBitsToDouble(words[place(at) + stride - 1]);
  }
}
