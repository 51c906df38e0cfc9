package org.flashgrove.access.scan;

/** RIDs one by one, in an order that the source says. */
interface RidSource extends AutoCloseable {
  /** What {@link #next} gives when there are no more. */
  long END = -1;

  /** The next RID, or {@link #END}. */
  long next();

  @Override
  void close();
}
