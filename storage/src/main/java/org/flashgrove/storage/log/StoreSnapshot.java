package org.flashgrove.storage.log;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.storage.log.commit.Commits;

/**
 * Snapshots of several structures of a store at the same commit. Snapshots of structures are used
 * again by others after they are closed, so this gives none away once it is closed. For one thread.
 */
public final class StoreSnapshot implements AutoCloseable {
  private static final int ATTEMPTS = 16;

  private final Map<StoreStructure<?, ?>, AutoCloseable> snapshots = new IdentityHashMap<>();
  private boolean closed;

  private StoreSnapshot(StoreStructure<?, ?>[] structures) {
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

  /** Takes snapshots of structures at the newest commit; waits while one is being published. */
  static StoreSnapshot take(LoggedStore store, StoreStructure<?, ?>... structures) {
    store.requireReadable();
    Commits commits = store.commits();
    while (true) {
      long settled = commits.settled();
      StoreSnapshot snapshot = new StoreSnapshot(structures);
      if (commits.isStill(settled)) {
        return snapshot;
      }
      snapshot.close();
    }
  }

  /**
   * Takes a number of snapshots at the same commit.
   *
   * @return the snapshots, or one where commits come faster than snapshots are taken
   */
  static List<StoreSnapshot> takeAll(
      int number, LoggedStore store, StoreStructure<?, ?>... structures) {
    Commits commits = store.commits();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long settled = commits.settled();
      List<StoreSnapshot> taken = new ArrayList<>();
      boolean atOne = false;
      try {
        for (int i = 0; i < number; i++) {
          taken.add(take(store, structures));
        }
        atOne = commits.isStill(settled);
      } finally {
        if (!atOne) {
          taken.forEach(StoreSnapshot::close);
        }
      }
      if (atOne) {
        return taken;
      }
    }
    return List.of(take(store, structures));
  }

  /**
   * Returns the snapshot of a structure, closed with this one.
   *
   * @throws IllegalArgumentException if it is not one of those this snapshot was taken of
   * @throws IllegalStateException if this snapshot is closed
   */
  @SuppressWarnings("unchecked") // put there as the structure's own
  public <S extends AutoCloseable> S of(StoreStructure<?, S> structure) {
    requireOpen();
    AutoCloseable snapshot = snapshots.get(structure);
    if (snapshot == null) {
      throw new IllegalArgumentException("the snapshot was not taken of this structure");
    }
    return (S) snapshot;
  }

  /**
   * Refuses a snapshot that is closed, whose parts others may use by now.
   *
   * @throws IllegalStateException if this snapshot is closed
   */
  public void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the snapshot is closed; take another one");
    }
  }

  /** Returns whether this has been closed. */
  public boolean isClosed() {
    return closed;
  }

  /** Closes the snapshots of the structures. A second call does nothing. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
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
