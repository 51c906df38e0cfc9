package org.flashgrove.indexes.grove;

import java.nio.file.Path;
import java.util.Arrays;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.indexes.component.DomainSample;

/**
 * Takes entries in any order for {@link Grove#load}, and sorts them along the line in a given
 * memory and a file. For one thread, and for one load. Close it.
 *
 * <p>If the grove has no domain yet, one is chosen from the first {@value #SAMPLE} entries.
 */
public final class GroveLoader implements AutoCloseable {
  private static final int SAMPLE = 4096;

  private final Line line;
  private final Metric metric;
  private final KeySorter sorter;
  private final long[] entry = new long[KeySorter.WORDS];
  private long[] waiting = {}; // for the domain
  private int waitingWords;

  GroveLoader(Line known, Metric metric, int sortMemoryBytes, Path spillDirectory) {
    line = known.copy();
    this.metric = metric;
    sorter = new KeySorter(sortMemoryBytes, spillDirectory, line::value);
  }

  /** Takes an entry. */
  public void add(long id, double minX, double minY, double maxX, double maxY) {
    metric.requireObject(minX, minY, maxX, maxY);
    entry[0] = id;
    entry[1] = Double.doubleToRawLongBits(minX + 0.0); // -0.0 becomes 0.0
    entry[2] = Double.doubleToRawLongBits(minY + 0.0);
    entry[3] = Double.doubleToRawLongBits(maxX + 0.0);
    entry[4] = Double.doubleToRawLongBits(maxY + 0.0);
    if (line.isKnown()) {
      sorter.add(entry);
      return;
    }
    if (waitingWords == waiting.length) {
      waiting = Arrays.copyOf(waiting, Math.max(64 * entry.length, 2 * waiting.length));
    }
    System.arraycopy(entry, 0, waiting, waitingWords, entry.length);
    waitingWords += entry.length;
    if (waitingWords == SAMPLE * entry.length) {
      chooseDomain();
    }
  }

  private void chooseDomain() {
    DomainSample sample = new DomainSample();
    for (int at = 0; at < waitingWords; at += entry.length) {
      sample.add(waiting(at + 1), waiting(at + 2), waiting(at + 3), waiting(at + 4));
    }
    line.define(sample.definition());
    for (int at = 0; at < waitingWords; at += entry.length) {
      System.arraycopy(waiting, at, entry, 0, entry.length);
      sorter.add(entry);
    }
    waiting = new long[0];
  }

  private double waiting(int at) {
    return Double.longBitsToDouble(waiting[at]);
  }

  /** Returns the line along which entries are sorted; after the last entry. */
  Line line() {
    if (!line.isKnown() && waitingWords > 0) {
      chooseDomain();
    }
    return line;
  }

  /** Returns the sorted entries; after {@link #line()}. */
  KeySorter sorter() {
    return sorter;
  }

  @Override
  public void close() {
    sorter.close();
  }
}
