package org.flashgrove.simulator.store;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;

/** Determines the origin and the cause of accesses to a file. */
public interface PageOrigins {
  /** Returns the origin of bytes {@code [offset, offset + length)} of the file. */
  Origin of(long offset, int length);

  /**
   * Reports content of the file that has been read or is about to be written.
   *
   * @param bytes buffer with the content at index {@code at}
   */
  default void seen(long offset, ByteBuffer bytes, int at, int length) {}

  /**
   * Returns the cause with which pages of the file are written. There are two exceptions with other
   * causes: pages of a page map, and pages that were read first because only a part of them
   * changes.
   */
  default Cause cause() {
    return Cause.CHANGE;
  }

  /**
   * Returns an object that gives the same origin to all accesses to a file, and the cause {@link
   * Cause#CHANGE}.
   */
  static PageOrigins always(Origin origin) {
    return always(origin, Cause.CHANGE);
  }

  /** Returns an object that gives the same origin and the same cause to all accesses to a file. */
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
