package org.flashgrove.access.plan;

import java.nio.ByteBuffer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.NearestRecords;
import org.flashgrove.access.sort.AttributeSort;
import org.flashgrove.indexes.bplus.KeyKind;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

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
public final class NearestCursor implements RecordCursor {
  private final Supplier<AttributeSort> measuring;
  private final @Nullable NearestRecords walk;
  private RecordCursor records;
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
    this.walk = walk;
    this.measuring = measuring;
    records = refined;
    distance = walk::distance;
    isWalk = true;
  }

  /** Creates a cursor over records that were measured and sorted. */
  NearestCursor(AttributeSort measured) {
    walk = null;
    measuring = () -> measured;
    records = measured;
    distance = () -> KeyKind.real(measured.word());
  }

  @Override
  public boolean next() {
    boolean found = records.next();
    if (!found && isWalk && walk != null && walk.gaveUp()) {
      measure();
      found = records.next();
    }
    returned += found ? 1 : 0;
    return found;
  }

  private void measure() {
    isWalk = false;
    before = records.figures().withoutResults();
    records.close();
    AttributeSort measured = measuring.get();
    records = measured;
    distance = () -> KeyKind.real(measured.word());
    for (long i = 0; i < returned; i++) {
      records.next();
    }
  }

  /** Returns the distance of the current record. */
  public double distance() {
    return distance.getAsDouble();
  }

  @Override
  public long rid() {
    return records.rid();
  }

  @Override
  public long key() {
    return records.key();
  }

  @Override
  public ByteBuffer record() {
    return records.record();
  }

  @Override
  public @Nullable Geometry geometry() {
    return records.geometry();
  }

  @Override
  public ScanStats figures() {
    return before.plus(records.figures());
  }

  @Override
  public void close() {
    records.close();
  }
}
