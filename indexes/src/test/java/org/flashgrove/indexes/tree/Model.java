package org.flashgrove.indexes.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.geometry.Predicate;

/** The brute-force list that trees are compared with. */
public final class Model {
  /** An entry. */
  public record Entry(long id, double[] box) {}

  private final List<Entry> entries = new ArrayList<>();

  /** Number of entries. */
  public int size() {
    return entries.size();
  }

  /** Puts an entry in. */
  public void add(long id, double[] box) {
    entries.add(new Entry(id, box));
  }

  /** A random entry. */
  public Entry any(Random random) {
    return entries.get(random.nextInt(entries.size()));
  }

  /** Takes a random entry out. */
  public Entry take(Random random) {
    int at = random.nextInt(entries.size());
    Entry taken = entries.get(at);
    Entry last = entries.remove(entries.size() - 1);
    if (at < entries.size()) {
      entries.set(at, last);
    }
    return taken;
  }

  /** Ids of the matching entries, sorted. */
  public long[] search(Predicate predicate, double[] q) {
    long[] ids = new long[entries.size()];
    int found = 0;
    for (Entry entry : entries) {
      double[] e = entry.box;
      if (predicate.matches(q[0], q[1], q[2], q[3], e[0], e[1], e[2], e[3])) {
        ids[found++] = entry.id;
      }
    }
    long[] sorted = Arrays.copyOf(ids, found);
    Arrays.sort(sorted);
    return sorted;
  }
}
