package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.storage.temporary.RunWriter;
import org.jspecify.annotations.Nullable;

/**
 * Records in one piece of memory, and their order. Records are stored from the front. Their
 * positions are stored from the end, four bytes for each record.
 *
 * <p>A record has the same little-endian layout in memory and in temporary space: key (8 bytes),
 * RID (8 bytes), length of the body, body. The length is a variable-length integer of 1 to 5 bytes:
 * seven bits per byte, the lowest first; the eighth bit is set if another byte follows.
 */
final class RecordArea {
  /** Maximum number of bytes of a record before its body. */
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
   * Creates an empty area that uses the whole buffer.
   *
   * @param ties compares the bodies of records with equal keys; null for the order of RIDs
   */
  RecordArea(ByteBuffer bytes, @Nullable Comparator<ByteBuffer> ties) {
    this.bytes = bytes;
    this.ties = ties;
    one = bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    other = bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    view = bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    capacity = bytes.capacity();
  }

  private static int lengthBytes(int bodyBytes) {
    return bodyBytes == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(bodyBytes)) / 7;
  }

  static int recordBytes(int bodyBytes) {
    return KEY_AND_RID + lengthBytes(bodyBytes) + bodyBytes;
  }

  /** Returns the number of bytes that a record takes, including the four bytes for its position. */
  static int areaBytes(int bodyBytes) {
    return recordBytes(bodyBytes) + PLACE_BYTES;
  }

  /**
   * Writes the head of a record, which precedes the body. Returns the length of the head in bytes.
   */
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

  int usedBytes() {
    return end + PLACE_BYTES * count;
  }

  /** Adds the current record of a cursor. Returns false if there is no room. */
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
   * Returns an area with a copy of the first records of this area.
   *
   * @param into memory of the new area, large enough for these records
   * @param most number of records to copy
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

  /**
   * Replaces the records of this area by records that the caller has read into the area's memory.
   * The records have the stored layout and take the first {@code length} bytes.
   *
   * @param records number of these records
   */
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

  /** Returns the body of a record. The buffer is reused by the next call. */
  ByteBuffer body(int number) {
    return body(view, place(number));
  }

  private ByteBuffer body(ByteBuffer shown, int at) {
    int body = bodyAt(at);
    return shown.limit(body + bodyBytes(at)).position(body);
  }

  void append(int number, RunWriter writer) {
    int at = place(number);
    writer.append(bytes, at, bodyAt(at) + bodyBytes(at) - at);
  }

  // Sorting: quicksort with the median of three, heapsort if the recursion gets too deep, and
  // insertion sort for short ranges

  /** Sorts the records by key, then by {@code ties}, then by RID. */
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

  /** Partitions a range by Hoare's method. Both resulting parts are shorter than the range. */
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
