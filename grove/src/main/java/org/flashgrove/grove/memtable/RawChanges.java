package org.flashgrove.grove.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.WindowSides;

/**
 * The newest changes of an interval as they came, in plain words. One thread appends; others read
 * what is there up to a commit, without a lock: what is written once is not changed any more.
 *
 * <p>A change takes three words (id, x, y) among points alone, else five (id and rectangle), and
 * four bytes for its commit and its kind.
 */
public final class RawChanges {
  /** An entry more. */
  public static final int ENTRY = 0;

  /** An entry less: one of those in blocks. */
  public static final int STORED_GONE = 1;

  /** An entry less: one of those that this buffer took before. */
  public static final int BUFFERED_GONE = 2;

  private static final int KIND_BITS = 2;
  private static final int KIND_MASK = (1 << KIND_BITS) - 1;
  private static final long MOST_OFFSET = Integer.MAX_VALUE >>> KIND_BITS;
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

  private final int stride;
  private final long base;
  private final int capacity;
  private final int room; // most changes here: those there are, if another object has the words
  private final long[] words; // the changes', and behind them two marks a word
  private int count; // written and read by COUNT
  private boolean deletes; // one of the changes, or the next one, is no entry more

  /**
   * Creates an object without changes.
   *
   * @param boxes whether it has room for rectangles with an extent
   * @param capacity most changes, 1 or more
   * @param base a commit not later than those that will be appended
   */
  RawChanges(boolean boxes, int capacity, long base) {
    stride = boxes ? BOX_WORDS : POINT_WORDS;
    this.base = base;
    this.capacity = capacity;
    room = capacity;
    words = new long[stride * capacity + (capacity + 1) / 2];
  }

  private RawChanges(RawChanges same) {
    stride = same.stride;
    base = same.base;
    capacity = same.capacity;
    words = same.words;
    count = same.count;
    deletes = same.deletes;
    room = count;
  }

  /** Returns the same changes, to which none can be appended. */
  RawChanges shared() {
    return new RawChanges(this);
  }

  /** Returns whether there is no room because another object has the words, too. */
  boolean isShared() {
    return room < capacity;
  }

  /**
   * Returns a copy with more room, seen by the same commits.
   *
   * @param boxes whether it has room for rectangles with an extent; if this one has, it must
   * @param newCapacity at least this one's
   */
  RawChanges longer(boolean boxes, int newCapacity) {
    RawChanges raw = new RawChanges(boxes, newCapacity, base);
    if (raw.stride == stride) {
      System.arraycopy(words, 0, raw.words, 0, stride * count);
    } else {
      for (int i = 0; i < count; i++) {
        raw.put(i, id(i), minX(i), minY(i), maxX(i), maxY(i));
      }
    }
    System.arraycopy(words, markWord(0), raw.words, raw.markWord(0), (count + 1) / 2);
    raw.deletes = deletes;
    raw.count = count;
    return raw;
  }

  /**
   * Adds changes in normal form, seen by all commits from the base on: before any is appended.
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
   * Adds a change of another object, seen by all commits from the base on: before any is appended,
   * and none of an entry that the buffer took before.
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

  /** Returns the bytes of memory that raw changes of a capacity take. */
  static long bytes(boolean boxes, int capacity) {
    long wordCount = (long) (boxes ? BOX_WORDS : POINT_WORDS) * capacity + (capacity + 1) / 2;
    return OBJECT_BYTES + ARRAY_BYTES + Long.BYTES * wordCount;
  }

  long bytes() {
    return bytes(holdsBoxes(), capacity);
  }

  boolean holdsBoxes() {
    return stride == BOX_WORDS;
  }

  /** Returns whether a change of a commit can be appended. */
  boolean hasRoom(long commit, boolean point) {
    return count < room && (point || holdsBoxes()) && reaches(commit);
  }

  /** Reads the words that the next change goes to; returns a number that says nothing. */
  long touch() {
    int next = Math.min(count, capacity - 1);
    return next < 0 ? 0 : words[next * stride] + words[markWord(next)];
  }

  /** Reads the count for a search that will; returns a number that says nothing. */
  int touchCount() {
    return stride;
  }

  /** Reads the first words for a search that will; returns a number that says nothing. */
  int touchFirst() {
    return capacity == 0 ? 0 : (int) (words[0] + words[capacity * stride]);
  }

  /** Appends a change that there is room for; its commit is not earlier than the last one's. */
  void append(int kind, long commit, long id, double x1, double y1, double x2, double y2) {
    put(count, id, x1, y1, x2, y2);
    if (kind != ENTRY) {
      deletes = true; // seen by all who see the count
    }
    words[markWord(count)] |= (commit - base << KIND_BITS | kind) << markShift(count);
    COUNT.setRelease(this, count + 1);
  }

  private void put(int place, long id, double x1, double y1, double x2, double y2) {
    int at = place * stride;
    words[at] = id;
    words[at + 1] = Double.doubleToRawLongBits(x1);
    words[at + 2] = Double.doubleToRawLongBits(y1);
    if (stride == BOX_WORDS) {
      words[at + 3] = Double.doubleToRawLongBits(x2);
      words[at + 4] = Double.doubleToRawLongBits(y2);
    }
  }

  /** Returns the most changes that there is room for. */
  int capacity() {
    return capacity;
  }

  /** Returns whether changes of a commit can be said to be of it. */
  boolean reaches(long commit) {
    return commit - base <= MOST_OFFSET;
  }

  /** Returns the number of changes; the writer's. */
  public int count() {
    return count;
  }

  /** Returns the number of changes of commits up to one. */
  public int count(long commit) {
    int visible = (int) COUNT.getAcquire(this);
    while (visible > 0 && base + (mark(visible - 1) >>> KIND_BITS) > commit) {
      visible--;
    }
    return visible;
  }

  /** Returns the commit of the last change, or -1 if there is none; the writer's. */
  long newest() {
    return count == 0 ? -1 : base + (mark(count - 1) >>> KIND_BITS);
  }

  private int markWord(int at) {
    return stride * capacity + (at >> 1);
  }

  private static int markShift(int at) {
    return (at & 1) * Integer.SIZE;
  }

  /** Returns the commit and the kind of a change; those of a later one may come to its word. */
  private int mark(int at) {
    return (int) (words[markWord(at)] >>> markShift(at));
  }

  public int kind(int at) {
    return mark(at) & KIND_MASK;
  }

  /** Returns whether the changes that were counted are all entries more. */
  public boolean onlyAdds() {
    return !deletes;
  }

  /** Returns whether one of the first changes takes away what this buffer took before. */
  public boolean takesAway(int changes) {
    for (int i = 0; i < changes && deletes; i++) {
      if (kind(i) == BUFFERED_GONE) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns which of some changes have rectangles that share a point with a window: bit i for
   * change {@code first + i}.
   *
   * @param end at most 64 behind the first
   */
  public long met(WindowSides window, int first, int end) {
    return holdsBoxes() ? metBoxes(window, first, end) : metPoints(window, first, end);
  }

  private long metPoints(WindowSides window, int first, int end) {
    long[] all = words;
    long met = 0;
    for (int i = first; i < end; i++) {
      double x = Double.longBitsToDouble(all[i * POINT_WORDS + 1]);
      double y = Double.longBitsToDouble(all[i * POINT_WORDS + 2]);
      met |= ~window.beside(x, y, x, y) >>> Long.SIZE - 1 << i - first;
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
   * Copies some changes.
   *
   * @param which bit i for change {@code first + i}
   * @param rectangles whether their rectangles are copied, too
   * @param ids takes the ids from {@code at} on
   * @param boxes takes minX, minY, maxX, maxY of each, from those of rectangle {@code at} on
   */
  public void copy(long which, int first, boolean rectangles, long[] ids, double[] boxes, int at) {
    long[] all = words;
    int upper = stride - 2;
    int next = at;
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int word = (first + Long.numberOfTrailingZeros(rest)) * stride;
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
    return words[at * stride];
  }

  public double minX(int at) {
    return Double.longBitsToDouble(words[at * stride + 1]);
  }

  public double minY(int at) {
    return Double.longBitsToDouble(words[at * stride + 2]);
  }

  public double maxX(int at) {
    return Double.longBitsToDouble(words[at * stride + stride - 2]);
  }

  public double maxY(int at) {
    return Double.longBitsToDouble(words[at * stride + stride - 1]);
  }
}
