package org.flashgrove.datasets.row;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Encodes values as bytes in memory. */
public final class EncodedBytes {
  private EncodedBytes() {}

  /**
   * Encodes values.
   *
   * @param <E> exception thrown if a value is not available
   */
  @FunctionalInterface
  public interface Encoder<E extends Exception> {
    /** Writes the values to a stream. */
    void write(DataOutputStream out) throws IOException, E;
  }

  /** Returns the bytes that {@code encoder} writes. */
  public static <E extends Exception> byte[] of(Encoder<E> encoder) throws E {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      encoder.write(out);
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory", e);
    }
    return bytes.toByteArray();
  }
}
