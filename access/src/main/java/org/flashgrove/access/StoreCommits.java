package org.flashgrove.access;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.flashgrove.access.kind.Lifecycle;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.Recovery;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/** Commits of a store: batches, snapshots, and when commits are durable. */
abstract class StoreCommits {
  /** Returns the log of the store. */
  abstract LoggedStore log();

  /** Returns the structures, in the order of the design; not to be changed. */
  public abstract Collection<Structure> structures();

  /**
   * Begins changes that commit together. Close it. Waits for a batch of another thread.
   *
   * @throws BatchStateException if this thread has one open
   */
  public WriteBatch begin() {
    return log().begin();
  }

  /**
   * Begins changes as {@link #begin()} does.
   *
   * @param timeout how long to wait for batches of other threads at most
   * @throws BatchTimeoutException if one did not end in time; names its thread, and since when
   */
  public WriteBatch begin(@Nullable Duration timeout) {
    return log().begin(Objects.requireNonNull(timeout, "timeout"));
  }

  /** Returns a snapshot of all structures as the newest commit left them. Close it. */
  public StoreSnapshot snapshot() {
    return snapshot(List.copyOf(structures()));
  }

  /** Returns a snapshot of some structures of this store, all at the newest commit. Close it. */
  public StoreSnapshot snapshot(List<? extends Structure> some) {
    return log().snapshot(stored(some));
  }

  /**
   * Returns snapshots of some structures of this store, all at one commit, for a thread each: as
   * many as are asked for, or one, if others commit faster than snapshots are taken. Close them.
   */
  public List<StoreSnapshot> snapshots(int number, List<? extends Structure> some) {
    return log().snapshots(number, stored(some));
  }

  private static StoreStructure<?, ?>[] stored(List<? extends Structure> some) {
    return some.stream().map(Lifecycle::stored).toArray(StoreStructure<?, ?>[]::new);
  }

  /** Returns the number of the newest commit, to ask {@link #isDurable} with. */
  public long commitNumber() {
    return log().committedFrame();
  }

  /** Returns whether the commit of a number, and all before it, are known to be durable. */
  public boolean isDurable(long commitNumber) {
    return log().durableFrame() >= commitNumber;
  }

  /**
   * Returns when the commit of a number, and all before it, are durable, whatever the sync mode.
   * Callers that wait at the same time are served by one sync: with {@code group:5ms} that is how
   * to acknowledge.
   *
   * @param commitNumber one that {@link #commitNumber} returned
   * @throws org.flashgrove.core.failure.StoreClosedException if the store is closed, or refuses
   *     work after a write that failed
   */
  public void awaitDurable(long commitNumber) {
    log().awaitDurable(commitNumber);
  }

  /** Returns when every commit so far is durable. */
  public void sync() {
    log().sync();
  }

  /** Brings all buffered changes to the device. */
  public void flush() {
    log().flush();
  }

  /** Returns what opening found in the log(). */
  public Recovery recovery() {
    return log().recovery();
  }
}
