package org.flashgrove.access.ids;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialQueries;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.LeafCursor;

/**
 * Compares a spatial index with the B+-tree that stores its rectangles by id. The check scans the
 * index and the tree once. It compares their numbers of entries, and two 64-bit checksums over the
 * entries of each. It looks up single entries only if a number or a checksum differs.
 */
public final class IdCheck {
  private static final int MOST_PROBLEMS = 100;

  private final BPlusTree ids;
  private final SpatialQueries entries;
  private final List<String> problems = new ArrayList<>();
  private long problemCount;

  /** Creates a check. Neither the ids nor the entries may change meanwhile. */
  public IdCheck(BPlusTree ids, SpatialQueries entries) {
    this.ids = ids;
    this.entries = entries;
  }

  private static final class Sums {
    private long count;
    private long first;
    private long second;

    void add(long id, double minX, double minY, double maxX, double maxY) {
      long word = mixed(id);
      word = mixed(word + Double.doubleToRawLongBits(minX));
      word = mixed(word + Double.doubleToRawLongBits(minY));
      word = mixed(word + Double.doubleToRawLongBits(maxX));
      word = mixed(word + Double.doubleToRawLongBits(maxY));
      count++;
      first += word;
      second += mixed(~word);
    }

    boolean equal(Sums other) {
      return count == other.count && first == other.first && second == other.second;
    }

    /**
     * Returns a hash of a word, by the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
     */
    private static long mixed(long word) {
      return new SplittableRandom(word).nextLong();
    }
  }

  /** Runs the check and returns the number of problems. */
  public long run() {
    Sums indexed = new Sums();
    entries.forEach(EntryQuery.all(), indexed::add);
    Sums kept = new Sums();
    LeafCursor cursor = ids.cursor(Long.MIN_VALUE, Long.MAX_VALUE, true);
    long last = 0;
    while (cursor.nextLeaf()) {
      for (int i = 0; i < cursor.count(); i++) {
        Entry entry = IdWords.entry(cursor, i);
        if (kept.count > 0 && entry.id() == last) {
          note("id " + last + " has several rectangles");
        }
        last = entry.id();
        kept.add(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
      }
    }
    if (!indexed.equal(kept)) {
      note(indexed.count + " entries in the index, " + kept.count + " by id");
      lookUp();
    }
    return problemCount;
  }

  /** Returns the first problems, one line each. */
  public List<String> problems() {
    return problems;
  }

  private void lookUp() {
    entries.forEach(
        EntryQuery.all(),
        (id, minX, minY, maxX, maxY) -> {
          Entry entry = new Entry(id, minX, minY, maxX, maxY);
          Entry found = IdWords.find(ids.cursor(id, id, true));
          if (!entry.equals(found)) {
            note(entry + " of the index is " + (found == null ? "not there" : found) + " by id");
          }
        });
  }

  private void note(String problem) {
    problemCount++;
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(problem);
    }
  }
}
