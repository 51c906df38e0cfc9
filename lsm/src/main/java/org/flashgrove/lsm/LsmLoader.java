package org.flashgrove.lsm;

import java.nio.file.Path;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.grove.curve.DomainSample;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.lsm.merge.EntryOrdering;

/**
 * Bulk loader of an LSM R-tree. It collects entries and sorts them in the order of the index's
 * comparator.
 */
public final class LsmLoader extends BlockLoader {
  private final EntryOrdering ordering;

  LsmLoader(EntryOrdering ordering, Metric metric, int sortMemoryBytes, Path spillDirectory) {
    super(
        metric,
        (id, minX, minY, maxX, maxY) -> ordering.of(minX, minY, maxX, maxY),
        sortMemoryBytes,
        spillDirectory);
    this.ordering = ordering;
  }

  @Override
  protected boolean isOrderKnown() {
    return ordering.isKnown();
  }

  @Override
  protected void chooseOrder(DomainSample sample) {
    ordering.define(EntryOrdering.definition(sample));
  }

  /** Returns the order by which the entries are sorted. Call it after {@link #sorter()}. */
  EntryOrdering ordering() {
    return ordering;
  }

  /** Sorts the entries and returns them. Call it after the last entry was added. */
  KeySorter sorter() {
    return sorted();
  }

  /** Returns whether all entries are points. */
  boolean isOfPoints() {
    return holdsOnlyPoints();
  }
}
