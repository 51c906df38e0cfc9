package org.flashgrove.grove.index;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.grove.curve.DomainSample;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.indexes.bulk.sort.SortKey;

/**
 * Loader for {@link BlockIndex#load}. It takes entries in any order and sorts them in the order of
 * the index, with limited memory and a temporary file. For one load and one thread. The caller
 * closes it.
 *
 * <p>If the index has no domain yet, the loader chooses it from the first {@value #SAMPLE} entries.
 */
public abstract class BlockLoader implements AutoCloseable {
  private static final int SAMPLE = 4096;

  private final Metric metric;
  private final KeySorter sorter;
  private final long[] entry = new long[KeySorter.WORDS];
  private long[] waiting = {}; // entries that wait until the domain is chosen
  private int waitingWords;
  private boolean pointsOnly = true;

  /**
   * Creates a loader.
   *
   * @param key computes the sort key of an entry, once the domain is known
   * @param sortMemoryBytes off-heap memory for sorting
   * @param spillDirectory directory for a temporary file with the entries that do not fit in this
   *     memory
   */
  protected BlockLoader(Metric metric, SortKey key, int sortMemoryBytes, Path spillDirectory) {
    this.metric = metric;
    sorter = new KeySorter(sortMemoryBytes, spillDirectory, key);
  }

  /**
   * Reports the number of entries read for the blocks to a listener, from time to time and at the
   * end of the load.
   *
   * @param listener called while {@link BlockIndex#load} runs. If it throws, the load fails, and
   *     the store refuses all changes until it is reopened.
   */
  public final void reportTo(LongConsumer listener) {
    sorter.reportTo(listener);
  }

  /** Returns whether the domain is known. Sort keys can be computed only then. */
  protected abstract boolean isOrderKnown();

  /**
   * Chooses the domain of the index, that is, the region that its curve or tree divides.
   *
   * @param sample a sample of the first entries
   */
  protected abstract void chooseOrder(DomainSample sample);

  /** Adds an entry. */
  public final void add(long id, double minX, double minY, double maxX, double maxY) {
    metric.requireObject(minX, minY, maxX, maxY);
    pointsOnly &= minX == maxX && minY == maxY;
    entry[0] = id;
    entry[1] = Double.doubleToRawLongBits(minX + 0.0); // -0.0 becomes 0.0
    entry[2] = Double.doubleToRawLongBits(minY + 0.0);
    entry[3] = Double.doubleToRawLongBits(maxX + 0.0);
    entry[4] = Double.doubleToRawLongBits(maxY + 0.0);
    if (isOrderKnown()) {
      sorter.add(entry);
      return;
    }
    if (waitingWords == waiting.length) {
      waiting = Arrays.copyOf(waiting, Math.max(64 * entry.length, 2 * waiting.length));
    }
    System.arraycopy(entry, 0, waiting, waitingWords, entry.length);
    waitingWords += entry.length;
    if (waitingWords == SAMPLE * entry.length) {
      addWaiting();
    }
  }

  private void addWaiting() {
    DomainSample sample = new DomainSample();
    for (int at = 0; at < waitingWords; at += entry.length) {
      sample.add(waiting(at + 1), waiting(at + 2), waiting(at + 3), waiting(at + 4));
    }
    chooseOrder(sample);
    for (int at = 0; at < waitingWords; at += entry.length) {
      System.arraycopy(waiting, at, entry, 0, entry.length);
      sorter.add(entry);
    }
    waiting = new long[0];
    waitingWords = 0;
  }

  private double waiting(int at) {
    return Double.longBitsToDouble(waiting[at]);
  }

  /** Returns whether all entries are points. */
  protected final boolean holdsOnlyPoints() {
    return pointsOnly;
  }

  /** Returns the sorted entries. Called after the last entry was added. */
  protected final KeySorter sorted() {
    if (waitingWords > 0) {
      addWaiting();
    }
    return sorter;
  }

  @Override
  public final void close() {
    sorter.close();
  }
}
