package org.flashgrove.grove;

import java.nio.file.Path;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.grove.curve.DomainSample;
import org.flashgrove.grove.curve.Line;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.indexes.bulk.KeySorter;

/** Takes entries for a load of a grove, and sorts them along the line. */
public final class GroveLoader extends BlockLoader {
  private final Line line;

  GroveLoader(Line known, Metric metric, int sortMemoryBytes, Path spillDirectory) {
    this(metric, known.copy(), sortMemoryBytes, spillDirectory);
  }

  private GroveLoader(Metric metric, Line line, int sortMemoryBytes, Path spillDirectory) {
    super(
        metric,
        (id, minX, minY, maxX, maxY) -> line.value(minX, minY, maxX, maxY),
        sortMemoryBytes,
        spillDirectory);
    this.line = line;
  }

  @Override
  protected boolean isOrderKnown() {
    return line.isKnown();
  }

  @Override
  protected void chooseOrder(DomainSample sample) {
    line.define(sample.definition());
  }

  /** Returns the line along which entries are sorted; after {@link #sorter()}. */
  Line line() {
    return line;
  }

  /** Returns the sorted entries; after the last entry. */
  KeySorter sorter() {
    return sorted();
  }
}
