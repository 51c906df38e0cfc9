package org.flashgrove.simulator.store;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.figures.Origin;

/** Knows on whose behalf the bytes of one file are read and written. */
public interface PageOrigins {
  /** The origin of bytes {@code [offset, offset + length)} of the file. */
  Origin of(long offset, int length);

  /** Bytes of the file are about to be written, or have been read: {@code bytes[at]} and on. */
  default void seen(long offset, ByteBuffer bytes, int at, int length) {}

  /** The origin of everything in a file. */
  static PageOrigins always(Origin origin) {
    return (offset, length) -> origin;
  }
}
