package org.flashgrove.access.attribute;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Values that an update sets before the old values of the record are read. */
public final class RowPatch extends RowWriter {
  /** State of an attribute whose old value does not change. */
  private static final byte KEPT = 2;

  private static final int LONG_BYTES = 1 << 16;

  private final Supplier<Row> old;

  private RowPatch(Schema schema, Supplier<Row> old) {
    super(schema);
    this.old = old;
    Arrays.fill(states, KEPT);
  }

  /**
   * Returns the values that {@code values} sets.
   *
   * @param old reads the old values, if {@code values} asks for the whole row
   * @throws IllegalArgumentException if an attribute is set to null but is not nullable
   */
  public static RowPatch of(Schema schema, Supplier<Row> old, Consumer<? super RowWriter> values) {
    RowPatch patch = new RowPatch(schema, old);
    values.accept(patch);
    for (int i = 0; i < patch.states.length; i++) {
      if (patch.states[i] == NULL && !schema.isBytes()) {
        requireNullable(schema.attributes().get(i));
      }
    }
    return patch;
  }

  /** Sets a text from a copy of its UTF-8 bytes, because the row is written later. */
  @Override
  public RowWriter setUtf8(int attribute, byte[] text) {
    return super.setUtf8(attribute, text.clone());
  }

  /** Reads the old values at once, because the row also has the values that do not change. */
  @Override
  public ByteBuffer row() {
    RowWriter whole = new RowWriter(schema()).copy(old.get());
    applyTo(whole);
    return whole.row();
  }

  /** Returns whether the values are so long that the record might exceed its maximum length. */
  public boolean isLong() {
    long bytes = 0;
    for (byte[] value : variable) {
      bytes += value == null ? 0 : value.length;
    }
    return bytes > LONG_BYTES;
  }

  /** Sets the values in a writer that has the old values of the record. */
  public void applyTo(RowWriter row) {
    for (int i = 0; i < states.length; i++) {
      if (states[i] != KEPT) {
        row.states[i] = states[i];
        row.first[i] = first[i];
        row.second[i] = second[i];
        row.variable[i] = variable[i];
        row.scales[i] = scales[i];
      }
    }
  }
}
