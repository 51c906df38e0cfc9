package org.flashgrove.storage.log;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.storage.log.commit.Commits;

/**
 * Snapshots of several structures at the same commit. Not thread-safe. After a {@code
 * StoreSnapshot} is closed, the structures reuse its snapshot objects, so a closed {@code
 * StoreSnapshot} no longer returns them.
 */
public final class StoreSnapshot implements AutoCloseable {
  private static final int ATTEMPTS = 16;

  private final StoreStructure<?, ?>[] structures;
  private final AutoCloseable[] snapshots; // of the structures
  private boolean closed;

  private StoreSnapshot(StoreStructure<?, ?>[] structures) {
    this.structures = structures;
    snapshots = new AutoCloseable[structures.length];
    boolean taken = false;
    try {
      for (int i = 0; i < structures.length; i++) {
        snapshots[i] = structures[i].snapshot();
      }
      taken = true;
    } finally {
      if (!taken) {
        close();
      }
    }
  }

  /** Takes snapshots at the newest commit. Waits while a commit is being published. */
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
   * Takes several snapshots at the same commit.
   *
   * @return {@code number} snapshots, or a single one if frequent commits prevent more
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
   * Returns the snapshot of a structure. This object closes the snapshot when it is closed itself.
   *
   * @throws IllegalArgumentException if this snapshot does not include the structure
   * @throws IllegalStateException if this snapshot is closed
   */
  @SuppressWarnings("unchecked") // each structure maps to its own type of snapshot
  public <S extends AutoCloseable> S of(StoreStructure<?, S> structure) {
    requireOpen();
    for (int i = 0; i < structures.length; i++) {
      if (structures[i] == structure) {
        return (S) snapshots[i];
      }
    }
    throw new IllegalArgumentException(
        "snapshot: does not include this structure; name it when you take the snapshot");
  }

  /**
   * Throws if this snapshot is closed. Other threads may then already reuse the snapshot objects of
   * its structures.
   *
   * @throws IllegalStateException if this snapshot is closed
   */
  public void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the snapshot is closed; take another one");
    }
  }

  /** Returns whether this snapshot is closed. */
  public boolean isClosed() {
    return closed;
  }

  /** Closes the snapshots of all structures. A second call does nothing. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (AutoCloseable snapshot : snapshots) {
      try {
        if (snapshot != null) {
          snapshot.close();
        }
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) { // declared by AutoCloseable, but never thrown
        throw new IllegalStateException(e);
      }
    }
  }
}
