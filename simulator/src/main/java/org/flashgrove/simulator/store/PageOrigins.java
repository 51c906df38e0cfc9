package org.flashgrove.simulator.store;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;

/** Determines the origin of accesses to a file. */
public interface PageOrigins {
  /** Returns the origin of bytes {@code [offset, offset + length)} of the file. */
  Origin of(long offset, int length);

  /**
   * Reports content of the file that has been read or is about to be written. The content starts at
   * {@code bytes[at]}.
   */
  default void seen(long offset, ByteBuffer bytes, int at, int length) {}

  /** Returns the cause of writing pages that are neither rewritten in part nor of a page map. */
  default Cause cause() {
    return Cause.CHANGE;
  }

  /** The origin of everything in a file. */
  static PageOrigins always(Origin origin) {
    return always(origin, Cause.CHANGE);
  }

  /** The origin and the cause of everything in a file. */
  static PageOrigins always(Origin origin, Cause cause) {
    return new PageOrigins() {
      @Override
      public Origin of(long offset, int length) {
        return origin;
      }

      @Override
      public Cause cause() {
        return cause;
      }
    };
  }
}
