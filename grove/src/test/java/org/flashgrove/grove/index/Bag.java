package org.flashgrove.grove.index;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;

/** The list of entries that an index is compared with; equal ones may be in it several times. */
public final class Bag {
  private final List<Entry> entries;

  /** An entry; -0.0 counts as 0.0. */
  public record Entry(long id, double minX, double minY, double maxX, double maxY) {
    public Entry {
      minX += 0.0;
      minY += 0.0;
      maxX += 0.0;
      maxY += 0.0;
    }

    public static Entry of(long id, double[] box) {
      return new Entry(id, box[0], box[1], box[2], box[3]);
    }

    public double[] box() {
      return new double[] {minX, minY, maxX, maxY};
    }

    public double distance(double[] q) {
      return Rectangles.distance(q[0], q[1], q[2], q[3], minX, minY, maxX, maxY);
    }
  }

  public static final Comparator<Entry> ORDER =
      Comparator.comparingLong(Entry::id)
          .thenComparingDouble(Entry::minX)
          .thenComparingDouble(Entry::minY)
          .thenComparingDouble(Entry::maxX)
          .thenComparingDouble(Entry::maxY);

  public Bag() {
    this(new ArrayList<>());
  }

  private Bag(List<Entry> entries) {
    this.entries = entries;
  }

  public Bag copy() {
    return new Bag(new ArrayList<>(entries));
  }

  public int size() {
    return entries.size();
  }

  public void add(Entry entry) {
    entries.add(entry);
  }

  public Entry any(Random random) {
    return entries.get(random.nextInt(entries.size()));
  }

  /** Removes one of the entries equal to one; whether there was one. */
  public boolean remove(Entry entry) {
    int at = 0;
    int last = entries.size() - 1;
    while (at <= last && !(entries.get(at).id == entry.id && entries.get(at).equals(entry))) {
      at++;
    }
    if (at > last) {
      return false;
    }
    entries.set(at, entries.get(last));
    entries.remove(last);
    return true;
  }

  /** The matching entries, in {@link #ORDER}. */
  public List<Entry> search(RectangleTest test, double[] q) {
    List<Entry> found = new ArrayList<>();
    for (Entry e : entries) {
      if (test.matches(
          q[0] + 0.0, q[1] + 0.0, q[2] + 0.0, q[3] + 0.0, e.minX, e.minY, e.maxX, e.maxY)) {
        found.add(e);
      }
    }
    found.sort(ORDER);
    return found;
  }

  /** The nearest entries, at most some, by distance, then in {@link #ORDER}. */
  public List<Entry> nearest(double[] q, int limit) {
    List<Entry> sorted = new ArrayList<>(entries);
    sorted.sort(Comparator.<Entry>comparingDouble(e -> e.distance(q)).thenComparing(ORDER));
    return sorted.subList(0, Math.min(limit, sorted.size()));
  }
}
