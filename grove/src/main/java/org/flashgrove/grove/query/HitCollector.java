package org.flashgrove.grove.query;

import org.flashgrove.core.index.EntrySink;
import org.flashgrove.grove.index.Hits;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Collects the entries that a search finds, leaves out those that are gone, and reports or counts
 * the others. For one thread.
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
   * @param page the page that {@link #collect} looks at
   * @param hits takes what is to be reported
   * @param gone the entries to leave out
   */
  HitCollector(PackedPage page, Hits hits, Tombstones gone) {
    this.page = page;
    this.hits = hits;
    this.gone = gone;
  }

  /**
   * Starts a search.
   *
   * @param newSink receives the hits; null to count only
   * @param noRectangles whether the sink needs no rectangles
   */
  void start(EntrySink newSink, boolean noRectangles) {
    sink = newSink;
    idsOnly = noRectangles;
    counted = 0;
    stopped = false;
    hits.clear();
  }

  /** Ends the search. */
  void end() {
    sink = null;
  }

  /** Returns whether exact rectangles are wanted. */
  boolean wantsRectangles() {
    return sink != null && !idsOnly;
  }

  /** Returns how many entries were reported or counted. */
  long counted() {
    return counted;
  }

  /** Takes entries away from those counted. */
  void discount(long entries) {
    counted -= entries;
  }

  /** Returns whether the visitor wants no more. */
  boolean isStopped() {
    return stopped;
  }

  /** Reports what was found so far. */
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
   * Returns the entries of a word of bits whose exact rectangle decides whether they are deleted:
   * entries with an id of which several rectangles are deleted. If only one rectangle of an id is
   * deleted, cells suffice for an answer of ids: whichever entry of that id in the window is left
   * out, the same ids remain.
   *
   * @param found bits of the entries found
   * @param w position of the word
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
   * Keeps or counts the entries of the page that are found and not gone.
   *
   * @param found bits of the entries found
   */
  void collect(long[] found) {
    int words = page.count() + 63 >> 6;
    if (gone.isEmpty()) {
      collectAll(found, words);
      return;
    }
    for (int w = 0; w < words; w++) {
      for (long rest = found[w]; rest != 0; rest &= rest - 1) {
        collect((w << 6) + Long.numberOfTrailingZeros(rest));
      }
    }
  }

  private void collectAll(long[] found, int words) {
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
    if (!gone.takes(id, box[0], box[1], box[2], box[3])) {
      hits.add(id, box[0], box[1], box[2], box[3]);
    }
  }
}
