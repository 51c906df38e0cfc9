package org.flashgrove.grove;

import java.nio.file.Path;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.DomainSample;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.indexes.bulk.KeySorter;

/** Loader for a bulk load of a Grove. It sorts entries along the curve. */
public final class GroveLoader extends BlockLoader {
  private final CurveOrder curve;

  GroveLoader(CurveOrder known, Metric metric, int sortMemoryBytes, Path spillDirectory) {
    this(metric, known.copy(), sortMemoryBytes, spillDirectory);
  }

  private GroveLoader(Metric metric, CurveOrder curve, int sortMemoryBytes, Path spillDirectory) {
    super(
        metric,
        (id, minX, minY, maxX, maxY) -> curve.value(minX, minY, maxX, maxY),
        sortMemoryBytes,
        spillDirectory);
    this.curve = curve;
  }

  @Override
  protected boolean isOrderKnown() {
    return curve.isKnown();
  }

  @Override
  protected void chooseOrder(DomainSample sample) {
    curve.define(sample.definition());
  }

  /** Returns the curve of the sort order. Must be called after {@link #sorter()}. */
  CurveOrder curve() {
    return curve;
  }

  /** Returns the sorted entries. Must be called after the last entry was added. */
  KeySorter sorter() {
    return sorted();
  }
}
