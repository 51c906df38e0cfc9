package org.flashgrove.storage.log;

import java.util.IdentityHashMap;
import java.util.Map;

/** Snapshots of several structures of a store at the same commit. */
public final class StoreSnapshot implements AutoCloseable {
  private final Map<StoreStructure<?, ?>, AutoCloseable> snapshots = new IdentityHashMap<>();

  StoreSnapshot(StoreStructure<?, ?>[] structures) {
    boolean taken = false;
    try {
      for (StoreStructure<?, ?> structure : structures) {
        snapshots.put(structure, structure.snapshot());
      }
      taken = true;
    } finally {
      if (!taken) {
        close();
      }
    }
  }

  /**
   * Returns the snapshot of a structure, closed with this one.
   *
   * @throws IllegalArgumentException if it is not one of those this snapshot was taken of
   */
  @SuppressWarnings("unchecked") // put there as the structure's own
  public <S extends AutoCloseable> S of(StoreStructure<?, S> structure) {
    AutoCloseable snapshot = snapshots.get(structure);
    if (snapshot == null) {
      throw new IllegalArgumentException("the snapshot was not taken of this structure");
    }
    return (S) snapshot;
  }

  @Override
  public void close() {
    for (AutoCloseable snapshot : snapshots.values()) {
      try {
        snapshot.close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) { // declared, and never thrown
        throw new IllegalStateException(e);
      }
    }
  }
}
