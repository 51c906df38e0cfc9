package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import org.flashgrove.access.record.RecordCursor;
import org.jspecify.annotations.Nullable;

/**
 * Records in memory and their order, in one piece of memory: records from the front, one behind the
 * other, four bytes a record with its place from the end.
 *
 * <p>A record, in memory as in temporary space, little endian: key (8), RID (8), bytes of the body
 * in groups of seven bits, the lowest first, with the eighth bit set if one more follows (1 to 5),
 * body.
 */
final class RecordArea {
  /** Most bytes of a record before its body. */
  static final int MOST_HEAD = 21;

  private static final int KEY_AND_RID = 16;
  private static final int PLACE_BYTES = 4;
  private static final int SMALL = 16;

  private final ByteBuffer bytes;
  private final ByteBuffer view;
  private final int capacity;
  private final @Nullable Comparator<ByteBuffer> ties;
  private final ByteBuffer one;
  private final ByteBuffer other;
  private int count;
  private int end;

  /**
   * An empty area that takes all of {@code bytes}.
   *
   * @param ties order of bodies whose keys are equal, or null: that of RIDs
   */
  RecordArea(ByteBuffer bytes, @Nullable Comparator<ByteBuffer> ties) {
    this.bytes = bytes;
    this.ties = ties;
    one = bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    other = bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    view = bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    capacity = bytes.capacity();
  }

  /** Bytes that a body's length takes. */
  private static int lengthBytes(int bodyBytes) {
    return bodyBytes == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(bodyBytes)) / 7;
  }

  /** Bytes that a record takes. */
  static int recordBytes(int bodyBytes) {
    return KEY_AND_RID + lengthBytes(bodyBytes) + bodyBytes;
  }

  /** Bytes of an area that a record takes, its place included. */
  static int areaBytes(int bodyBytes) {
    return recordBytes(bodyBytes) + PLACE_BYTES;
  }

  /** Writes the head that precedes a body. Returns its length in bytes. */
  static int putHead(ByteBuffer into, int offset, long key, long rid, int bodyBytes) {
    into.putLong(offset, key);
    into.putLong(offset + Long.BYTES, rid);
    int at = offset + KEY_AND_RID;
    int left = bodyBytes;
    while (left > 0x7F) {
      into.put(at++, (byte) (left & 0x7F | 0x80));
      left >>>= 7;
    }
    into.put(at++, (byte) left);
    return at - offset;
  }

  void clear() {
    count = 0;
    end = 0;
  }

  int count() {
    return count;
  }

  /** Bytes in use. */
  int usedBytes() {
    return end + PLACE_BYTES * count;
  }

  /** Adds the record a cursor stands on; false if there is no room. */
  boolean add(RecordCursor record) {
    ByteBuffer body = record.record();
    int bodyBytes = body.remaining();
    if ((long) end + areaBytes(bodyBytes) + (long) PLACE_BYTES * count > capacity) {
      return false;
    }
    place(count++, end);
    end += putHead(bytes, end, record.key(), record.rid(), bodyBytes);
    bytes.put(end, body, body.position(), bodyBytes);
    end += bodyBytes;
    return true;
  }

  /**
   * Returns an area with the first records of this one, in their order.
   *
   * @param into memory of the new area, which has room for them
   * @param most number of records, at most all
   */
  RecordArea copy(ByteBuffer into, int most) {
    RecordArea copy = new RecordArea(into, ties);
    for (int number = 0; number < most; number++) {
      int at = place(number);
      int length = bodyAt(at) + bodyBytes(at) - at;
      copy.place(copy.count++, copy.end);
      into.put(copy.end, bytes, at, length);
      copy.end += length;
    }
    return copy;
  }

  /** Takes over records that stand at the front of the memory already. */
  void found(int length, long records) {
    end = 0;
    for (count = 0; count < records; count++) {
      place(count, end);
      end = bodyAt(end) + bodyBytes(end);
    }
    if (end != length) {
      throw new IllegalStateException(records + " records end at " + end + ", not at " + length);
    }
  }

  /** The memory, to be filled before {@link #found}. */
  ByteBuffer bytes() {
    return bytes;
  }

  private int place(int number) {
    return bytes.getInt(capacity - PLACE_BYTES * (number + 1));
  }

  private void place(int number, int at) {
    bytes.putInt(capacity - PLACE_BYTES * (number + 1), at);
  }

  private int bodyAt(int at) {
    int next = at + KEY_AND_RID;
    while (bytes.get(next) < 0) {
      next++;
    }
    return next + 1;
  }

  private int bodyBytes(int at) {
    int length = 0;
    int next = at + KEY_AND_RID;
    int shift = 0;
    while (bytes.get(next) < 0) {
      length |= (bytes.get(next++) & 0x7F) << shift;
      shift += 7;
    }
    return length | bytes.get(next) << shift;
  }

  long key(int number) {
    return bytes.getLong(place(number));
  }

  long rid(int number) {
    return bytes.getLong(place(number) + Long.BYTES);
  }

  /** The body of a record; the object is always the same one. */
  ByteBuffer body(int number) {
    return body(view, place(number));
  }

  private ByteBuffer body(ByteBuffer shown, int at) {
    int body = bodyAt(at);
    return shown.limit(body + bodyBytes(at)).position(body);
  }

  /** Appends a record to a run. */
  void append(int number, RunWriter writer) {
    int at = place(number);
    writer.append(bytes, at, bodyAt(at) + bodyBytes(at) - at);
  }

  // Sorting: quicksort by three medians, heapsort where that does badly, insertion at the end

  /** Puts the records into the order of keys, then of ties, then of RIDs. */
  void sort() {
    quicksort(0, count, 2 * (32 - Integer.numberOfLeadingZeros(count)));
    for (int i = 1; i < count; i++) {
      int moved = place(i);
      int j = i - 1;
      while (j >= 0 && isLess(moved, place(j))) {
        place(j + 1, place(j));
        j--;
      }
      place(j + 1, moved);
    }
  }

  private boolean isLess(int at, int otherAt) {
    long key = bytes.getLong(at);
    long otherKey = bytes.getLong(otherAt);
    if (key != otherKey || at == otherAt) {
      return key < otherKey;
    }
    int order = ties == null ? 0 : ties.compare(body(one, at), body(other, otherAt));
    return order < 0
        || order == 0 && bytes.getLong(at + Long.BYTES) < bytes.getLong(otherAt + Long.BYTES);
  }

  private void quicksort(int from, int to, int depth) {
    int low = from;
    int high = to;
    int left = depth;
    while (high - low > SMALL) {
      if (left-- == 0) {
        heapsort(low, high);
        return;
      }
      int cut = partition(low, high);
      if (cut - low < high - cut) {
        quicksort(low, cut, left);
        low = cut;
      } else {
        quicksort(cut, high, left);
        high = cut;
      }
    }
  }

  /** Hoare's partition; both parts are shorter than the whole. */
  private int partition(int from, int to) {
    int pivot = median(place(from), place((from + to) >>> 1), place(to - 1));
    int i = from - 1;
    int j = to;
    while (true) {
      do {
        i++;
      } while (isLess(place(i), pivot));
      do {
        j--;
      } while (isLess(pivot, place(j)));
      if (i >= j) {
        return j + 1;
      }
      swap(i, j);
    }
  }

  private int median(int a, int b, int c) {
    if (isLess(a, b)) {
      return isLess(b, c) ? b : isLess(a, c) ? c : a;
    }
    return isLess(a, c) ? a : isLess(b, c) ? c : b;
  }

  private void swap(int i, int j) {
    int at = place(i);
    place(i, place(j));
    place(j, at);
  }

  private void heapsort(int from, int to) {
    int length = to - from;
    for (int i = length / 2 - 1; i >= 0; i--) {
      siftDown(from, i, length);
    }
    for (int last = length - 1; last > 0; last--) {
      swap(from, from + last);
      siftDown(from, 0, last);
    }
  }

  private void siftDown(int from, int start, int length) {
    int at = start;
    int moved = place(from + at);
    while (2 * at + 1 < length) {
      int child = 2 * at + 1;
      if (child + 1 < length && isLess(place(from + child), place(from + child + 1))) {
        child++;
      }
      if (!isLess(moved, place(from + child))) {
        break;
      }
      place(from + at, place(from + child));
      at = child;
    }
    place(from + at, moved);
  }
}
