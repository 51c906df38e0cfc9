package org.flashgrove.access.scan;

/** RIDs one by one, in an order that the source says. */
interface RidSource extends AutoCloseable {
  /** Value that {@link #next} returns at the end. */
  long END = -1;

  /** The next RID, or {@link #END}. */
  long next();

  @Override
  void close();
}
