package org.flashgrove.access.plan;

import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOperator;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.NearestRecords;
import org.flashgrove.access.sort.AttributeSort;
import org.flashgrove.indexes.bplus.KeyKind;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the records that satisfy conditions, nearest first. Records at the same distance are
 * sorted by RID.
 *
 * <p>There are two methods. The first method, a walk, visits the entries of the spatial index in
 * the order of their distance, and tests the record of each entry. The second method measures and
 * sorts all records that satisfy the conditions. If a walk reads more records than expected, the
 * cursor switches to the second method. Both methods have the same order. So after the switch the
 * cursor skips as many records as it has already returned.
 */
public final class NearestCursor extends RecordOperator {
  private final Supplier<AttributeSort> measuring;
  private final @Nullable NearestRecords walk;
  private DoubleSupplier distance;
  private ScanStats before = ScanStats.NONE;
  private long returned;
  private boolean isWalk;

  /**
   * Creates a cursor that walks through the index first.
   *
   * @param refined the records of the walk that satisfy the conditions
   * @param measuring opens all records in the order of their distances
   */
  NearestCursor(NearestRecords walk, RecordCursor refined, Supplier<AttributeSort> measuring) {
    super(refined);
    this.walk = walk;
    this.measuring = measuring;
    distance = walk::distance;
    isWalk = true;
  }

  /** Creates a cursor over records that were measured and sorted. */
  NearestCursor(AttributeSort measured) {
    super(measured);
    walk = null;
    measuring = () -> measured;
    distance = () -> KeyKind.real(measured.word());
  }

  @Override
  public boolean next() {
    boolean found = input.next();
    if (!found && isWalk && walk != null && walk.gaveUp()) {
      measure();
      found = input.next();
    }
    returned += found ? 1 : 0;
    return found;
  }

  private void measure() {
    isWalk = false;
    before = input.figures().withoutResults();
    input.close();
    AttributeSort measured = measuring.get();
    input = measured;
    distance = () -> KeyKind.real(measured.word());
    for (long i = 0; i < returned; i++) {
      input.next();
    }
  }

  /** Returns the distance of the current record. */
  public double distance() {
    return distance.getAsDouble();
  }

  @Override
  public ScanStats figures() {
    return before.plus(input.figures());
  }
}
