package org.flashgrove.storage.log;

/**
 * A tree or a heap file of a {@link LoggedStore}: what can take part in batches and in snapshots of
 * several structures.
 *
 * @param <O> its operations
 * @param <S> its snapshots
 */
public interface StoreStructure<O, S extends AutoCloseable> {
  /** Opens an operation; one at a time. */
  O begin();

  /** Returns the structure as the newest commit left it. */
  S snapshot();

  /** Returns the structure as its store sees it; applications do not call it. */
  LogParticipant participant();
}
