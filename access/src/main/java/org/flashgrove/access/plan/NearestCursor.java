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
 * Nearest records that satisfy conditions, in the order of distance, then of RID.
 *
 * <p>The cursor either walks from the nearest record on, or measures and sorts all records that
 * satisfy the conditions. A walk that reads more records than expected switches to the other
 * method. Both return the same order, so the cursor skips the records that it has already returned.
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
   * Creates a cursor that walks first.
   *
   * @param refined what the conditions let through of the walk
   * @param measuring opens the records in the order of their distances
   */
  NearestCursor(NearestRecords walk, RecordCursor refined, Supplier<AttributeSort> measuring) {
    this.walk = walk;
    this.measuring = measuring;
    records = refined;
    distance = walk::distance;
    isWalk = true;
  }

  /** Creates a cursor of records that are measured. */
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

  /** Returns the distance of the record the cursor stands on. */
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
