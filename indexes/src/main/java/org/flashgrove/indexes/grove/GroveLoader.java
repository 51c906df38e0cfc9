package org.flashgrove.indexes.grove;

import java.nio.file.Path;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.indexes.bulk.KeySorter;

/**
 * Takes entries in any order for {@link Grove#load}, and sorts them along the line in a given
 * memory and a file. For one thread, and for one load. Close it.
 */
public final class GroveLoader implements AutoCloseable {
  private final KeySorter sorter;
  private final long[] entry = new long[KeySorter.WORDS];

  GroveLoader(Line line, int sortMemoryBytes, Path spillDirectory) {
    sorter = new KeySorter(sortMemoryBytes, spillDirectory, line::value);
  }

  /** Takes an entry. */
  public void add(long id, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    entry[0] = id;
    entry[1] = Double.doubleToRawLongBits(minX + 0.0); // -0.0 becomes 0.0
    entry[2] = Double.doubleToRawLongBits(minY + 0.0);
    entry[3] = Double.doubleToRawLongBits(maxX + 0.0);
    entry[4] = Double.doubleToRawLongBits(maxY + 0.0);
    sorter.add(entry);
  }

  KeySorter sorter() {
    return sorter;
  }

  @Override
  public void close() {
    sorter.close();
  }
}
