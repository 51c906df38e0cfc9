package org.flashgrove.storage.log;

/**
 * A structure of a {@link LoggedStore} that can take part in batches and in snapshots of several
 * structures. Trees, heap files and indexes of components are structures.
 *
 * @param <O> type of its operations
 * @param <S> type of its snapshots
 */
public interface StoreStructure<O, S extends AutoCloseable> {
  /** Opens an operation. A structure has at most one open operation at a time. */
  O begin();

  /** Returns a snapshot at the newest commit. */
  S snapshot();

  /** Returns the interface through which the store calls this structure. Not for applications. */
  LogParticipant participant();
}
