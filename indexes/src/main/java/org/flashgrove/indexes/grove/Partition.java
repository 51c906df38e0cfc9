package org.flashgrove.indexes.grove;

import java.util.Arrays;
import org.flashgrove.core.geometry.RectangleTest;

/**
 * The directory and the write buffer's intervals, as both are between two changes of either. Each
 * boundary of the directory's intervals is one of the buffer's, too, so that what a bite takes are
 * whole intervals of both. Immutable, except for what intervals of the buffer hold.
 */
final class Partition {
  private static final int OBJECT_BYTES = 40;
  private static final int ARRAY_BYTES = 16;

  private final Directory directory;
  private final BufferInterval[] buffers;
  private final long[] starts;
  private final double[] boxes; // of what each interval of the buffer holds, or held
  private final BoxGroups groups;

  private Partition(Directory directory, BufferInterval[] buffers, double[] boxes) {
    this.directory = directory;
    this.buffers = buffers;
    this.boxes = boxes;
    groups = new BoxGroups(buffers.length);
    starts = new long[buffers.length];
    for (int i = 0; i < starts.length; i++) {
      int at = BoxGroups.BOX * i;
      starts[i] = buffers[i].start();
      groups.cover(i, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    }
  }

  /** Returns a partition over intervals of a buffer without changes. */
  static Partition of(Directory directory, BufferInterval[] buffers) {
    return new Partition(directory, buffers, BoxGroups.emptyBoxes(buffers.length));
  }

  Directory directory() {
    return directory;
  }

  /** Returns the number of the buffer's intervals. */
  int buffers() {
    return buffers.length;
  }

  BufferInterval buffer(int at) {
    return buffers[at];
  }

  /** Returns the buffer's interval of a value. */
  int find(long value) {
    int at = Arrays.binarySearch(starts, value);
    return at >= 0 ? at : -at - 2;
  }

  long start(int at) {
    return starts[at];
  }

  long end(int at) {
    return at + 1 < starts.length ? starts[at + 1] : Line.END;
  }

  /** Returns the first of the buffer's intervals that begin at a value or behind it. */
  int firstFrom(long value) {
    int at = Arrays.binarySearch(starts, value);
    return at >= 0 ? at : -at - 1;
  }

  /** Returns the partition with other intervals in the place of those from one up to another. */
  Partition withBuffers(Directory newDirectory, int from, int to, BufferInterval[] inside) {
    BufferInterval[] all = new BufferInterval[buffers.length - (to - from) + inside.length];
    System.arraycopy(buffers, 0, all, 0, from);
    System.arraycopy(inside, 0, all, from, inside.length);
    System.arraycopy(buffers, to, all, from + inside.length, buffers.length - to);
    double[] allBoxes = new double[BoxGroups.BOX * all.length];
    int behind = from + inside.length;
    System.arraycopy(boxes, 0, allBoxes, 0, BoxGroups.BOX * from);
    System.arraycopy(
        BoxGroups.emptyBoxes(inside.length),
        0,
        allBoxes,
        BoxGroups.BOX * from,
        BoxGroups.BOX * inside.length);
    System.arraycopy(
        boxes,
        BoxGroups.BOX * to,
        allBoxes,
        BoxGroups.BOX * behind,
        BoxGroups.BOX * (buffers.length - to));
    for (int i = 0; i < inside.length; i++) {
      cover(inside[i].state(), allBoxes, from + i);
    }
    return new Partition(newDirectory, all, allBoxes);
  }

  private static void cover(IntervalState state, double[] boxes, int at) {
    for (Chunk chunk : state.chunks()) {
      BoxGroups.cover(boxes, at, chunk.minX(), chunk.minY(), chunk.maxX(), chunk.maxY());
    }
    Tail tail = state.tail();
    for (int i = 0; i < tail.count(); i++) {
      BoxGroups.cover(boxes, at, tail.minX(i), tail.minY(i), tail.maxX(i), tail.maxY(i));
    }
  }

  /**
   * Makes the boxes of an interval of the buffer hold a rectangle; before a change with it is
   * appended.
   *
   * @param box minX, minY, maxX, maxY
   */
  void cover(int at, double[] box) {
    BoxGroups.cover(boxes, at, box[0], box[1], box[2], box[3]);
    groups.cover(at, box[0], box[1], box[2], box[3]);
  }

  /** Makes the boxes of an interval of the buffer hold all its changes, when it has others. */
  void coverAll(int at) {
    cover(buffers[at].state(), boxes, at);
    int first = BoxGroups.BOX * at;
    groups.cover(at, boxes[first], boxes[first + 1], boxes[first + 2], boxes[first + 3]);
  }

  /** Returns the boxes of neighbouring intervals of the buffer. */
  BoxGroups groups() {
    return groups;
  }

  /**
   * Copies a box of what an interval of the buffer holds; an empty one has a left side above its
   * right one.
   */
  void bufferBox(int at, double[] box) {
    System.arraycopy(boxes, BoxGroups.BOX * at, box, 0, BoxGroups.BOX);
  }

  /**
   * Returns the first interval of the buffer from one on whose box may hold a match of a query
   * rectangle; their number if there is none.
   *
   * @param q minX, minY, maxX, maxY
   */
  int nextBuffer(RectangleTest test, double[] q, int from) {
    int at = groups.next(test, q, from);
    while (at < buffers.length && !BoxGroups.mayHold(test, q, boxes, at)) {
      at = groups.next(test, q, at + 1);
    }
    return at;
  }

  /**
   * Returns the bytes of memory of boxes and of the heads of arrays; the directory, and intervals
   * with what stands for them in arrays, count by themselves.
   */
  long bytes() {
    return OBJECT_BYTES + 3 * ARRAY_BYTES + 8L * boxes.length + groups.bytes();
  }
}
