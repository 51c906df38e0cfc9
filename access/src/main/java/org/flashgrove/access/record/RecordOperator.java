package org.flashgrove.access.record;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Base class of operators that read from another cursor. An operator is at the same record as its
 * input, unless it overrides methods.
 */
public abstract class RecordOperator implements RecordCursor {
  /** Cursor that this operator reads from. */
  protected RecordCursor input;

  /** Creates an operator that reads from a cursor. Closing the operator closes the cursor. */
  protected RecordOperator(RecordCursor input) {
    this.input = input;
  }

  @Override
  public long rid() {
    return input.rid();
  }

  @Override
  public long key() {
    return input.key();
  }

  @Override
  public ByteBuffer record() {
    return input.record();
  }

  @Override
  public @Nullable Geometry geometry() {
    return input.geometry();
  }

  @Override
  public ScanStats figures() {
    return input.figures();
  }

  @Override
  public void close() {
    input.close();
  }
}
