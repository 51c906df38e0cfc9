package org.flashgrove.grove.query;

import org.flashgrove.core.index.EntrySink;
import org.flashgrove.grove.index.Hits;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.packed.DecodedEntries;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Reports or counts the entries that a search finds, except deleted entries. Not safe for use by
 * several threads.
 */
final class HitCollector {
  private final PackedPage page;
  private final Hits hits;
  private final Tombstones gone;
  private final double[] box = new double[4];
  private final double[] inner = new double[4];
  private EntrySink sink;
  private boolean idsOnly;
  private long counted;
  private boolean stopped;

  /**
   * Creates a collector.
   *
   * @param page page that {@link #collect} reads
   * @param hits buffer for the entries to report
   * @param gone deleted entries
   */
  HitCollector(PackedPage page, Hits hits, Tombstones gone) {
    this.page = page;
    this.hits = hits;
    this.gone = gone;
  }

  /**
   * Starts a search.
   *
   * @param newSink receives the entries found; null to count them only
   * @param noRectangles whether the sink ignores rectangles
   */
  void start(EntrySink newSink, boolean noRectangles) {
    sink = newSink;
    idsOnly = noRectangles;
    counted = 0;
    stopped = false;
    hits.clear();
  }

  void end() {
    sink = null;
  }

  /** Returns whether exact rectangles must be reported. */
  boolean wantsRectangles() {
    return sink != null && !idsOnly;
  }

  /** Returns whether an entry may be collected only if its exact rectangle is known. */
  boolean needsRectangles() {
    return wantsRectangles() || !gone.isEmpty();
  }

  /** Returns the number of entries reported or counted. */
  long counted() {
    return counted;
  }

  /** Subtracts {@code entries} from the number of entries counted. */
  void discount(long entries) {
    counted -= entries;
  }

  /** Returns whether the sink has stopped the search. */
  boolean isStopped() {
    return stopped;
  }

  /** Reports the entries found so far. */
  void report() {
    if (sink == null) {
      counted += hits.size();
    } else if (!stopped) {
      counted += hits.report(sink, !idsOnly);
      stopped = hits.isRefused();
    }
    hits.clear();
  }

  /**
   * Returns, as bits, the found entries for which only the exact rectangle decides whether they are
   * deleted. These are entries whose id has deletions with several rectangles. If an id has only
   * one deleted rectangle, all its deletions are equal. If rectangles are not reported, it then
   * does not matter which entries with this id are removed.
   *
   * @param found bits of the entries found
   * @param w index of the word in the set of found entries
   */
  long maybeGone(long found, int w) {
    if (gone.isEmpty()) {
      return 0;
    }
    long bits = 0;
    for (long rest = found; rest != 0; rest &= rest - 1) {
      int bit = Long.numberOfTrailingZeros(rest);
      bits |= gone.hasSeveral(page.id((w << 6) + bit)) ? 1L << bit : 0;
    }
    return bits;
  }

  /**
   * Collects or counts the entries of the page that were found and are not deleted.
   *
   * @param found bits of the entries found
   * @param decoded decoded entries of the page, or null
   */
  void collect(long[] found, long[] decoded) {
    int words = page.count() + 63 >> 6;
    if (gone.isEmpty()) {
      collectAll(found, words, decoded);
      return;
    }
    for (int w = 0; w < words; w++) {
      for (long rest = found[w]; rest != 0; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        if (decoded != null) {
          DecodedEntries.rectangle(decoded, page.isPoints(), i, box);
          collectExact(DecodedEntries.id(decoded, page.isPoints(), i));
        } else {
          collect(i);
        }
      }
    }
  }

  private void collectAll(long[] found, int words, long[] decoded) {
    if (sink != null && decoded != null) {
      reportDecoded(found, words, decoded);
      return;
    }
    int count = 0;
    for (int w = 0; w < words; w++) {
      count += Long.bitCount(found[w]);
    }
    if (sink == null) {
      counted += count;
      return;
    }
    int first = hits.size();
    page.ids(found, words, hits.extend(count), first);
    if (!idsOnly) {
      page.rectangles(found, words, hits.boxes(), first);
    }
  }

  /** Reports entries without copying them, after the entries found before. */
  private void reportDecoded(long[] found, int words, long[] decoded) {
    if (hits.size() > 0) {
      report();
    }
    if (!stopped) {
      int reported = DecodedEntries.report(decoded, page.isPoints(), found, words, sink, !idsOnly);
      stopped = reported < 0;
      counted += stopped ? ~reported : reported;
    }
  }

  private void collect(int i) {
    long id = page.id(i);
    if (!wantsRectangles() && !gone.hasId(id)) {
      hits.add(id);
      return;
    }
    if (!wantsRectangles() && !gone.hasSeveral(id)) {
      page.outerRectangle(i, box);
      page.innerSides(i, inner);
      if (!gone.takesWithin(id, box, inner)) {
        hits.add(id);
      }
      return;
    }
    page.rectangle(i, box);
    collectExact(id);
  }

  /** Collects an entry with the rectangle {@link #box}, unless it is deleted. */
  private void collectExact(long id) {
    if (!gone.takes(id, box[0], box[1], box[2], box[3])) {
      hits.add(id, box[0], box[1], box[2], box[3]);
    }
  }
}
