package org.flashgrove.indexes.bplus;

/** Supplies RIDs one by one. */
public interface RidSource extends AutoCloseable {
  /** Value that {@link #next} returns after the last RID. */
  long END = -1;

  /** Returns the next RID, or {@link #END}. */
  long next();

  @Override
  void close();
}
