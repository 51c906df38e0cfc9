package org.flashgrove.indexes.tree;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.flashgrove.core.geometry.RectangleTest;

/** The brute-force list that trees are compared with, in flat arrays. */
public final class Model {
  private static final int BOX = 4;

  private int[] ids = new int[1024];
  private double[] boxes = new double[BOX * 1024];
  private int size;

  /** An entry. */
  public record Entry(long id, double[] box) {}

  /** Returns the number of entries. */
  public int size() {
    return size;
  }

  /** Puts an entry in; its id is no other's, and not negative. */
  public void add(long id, double[] box) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
      boxes = Arrays.copyOf(boxes, 2 * BOX * size);
    }
    ids[size] = Math.toIntExact(id);
    System.arraycopy(box, 0, boxes, BOX * size, BOX);
    size++;
  }

  private Entry entry(int at) {
    return new Entry(ids[at], Arrays.copyOfRange(boxes, BOX * at, BOX * at + BOX));
  }

  /** Returns a random entry. */
  public Entry any(Random random) {
    return entry(random.nextInt(size));
  }

  /** Takes a random entry out. */
  public Entry take(Random random) {
    int at = random.nextInt(size);
    Entry taken = entry(at);
    size--;
    ids[at] = ids[size];
    System.arraycopy(boxes, BOX * size, boxes, BOX * at, BOX);
    return taken;
  }

  /** Sets the bits of the ids of matching entries; returns how many there are. */
  public int search(RectangleTest test, double[] q, BitSet into) {
    int found = 0;
    for (int i = 0; i < size; i++) {
      int at = BOX * i;
      if (test.matches(
          q[0], q[1], q[2], q[3], boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3])) {
        into.set(ids[i]);
        found++;
      }
    }
    return found;
  }
}
