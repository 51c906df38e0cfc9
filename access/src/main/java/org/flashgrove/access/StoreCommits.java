package org.flashgrove.access;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Lifecycle;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.Recovery;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Base class of {@link Store} with its size and the methods for batches, snapshots and durability
 * of commits.
 */
abstract class StoreCommits {
  abstract LoggedStore log();

  /** Returns the structures as an unmodifiable collection, in the order of the design. */
  public abstract Collection<Structure> structures();

  @Override
  public String toString() {
    return "Store" + structures().stream().map(Structure::name).toList();
  }

  /** Returns the number of entries and records. Entries of a table's indices are not counted. */
  public long size() {
    long size = 0;
    for (Structure structure : structures()) {
      size += StoreDesign.tableOf(structure.name()) != null ? 0 : structure.size();
    }
    return size;
  }

  /**
   * Begins a batch of changes that commit together. Waits for batches of other threads. The caller
   * closes the batch.
   *
   * @throws BatchStateException if this thread already has a batch open
   */
  public WriteBatch begin() {
    return log().begin();
  }

  /**
   * Begins a batch as {@link #begin()} does.
   *
   * @param timeout maximum time to wait for batches of other threads
   * @throws BatchTimeoutException if another thread keeps its batch open for longer. The message
   *     names that thread and the time at which the batch began.
   */
  public WriteBatch begin(@Nullable Duration timeout) {
    return log().begin(Objects.requireNonNull(timeout, "timeout"));
  }

  /** Returns a snapshot of all structures at the newest commit. The caller closes it. */
  public StoreSnapshot snapshot() {
    return snapshot(List.copyOf(structures()));
  }

  /**
   * Returns a snapshot of some structures of this store at the newest commit. The caller closes it.
   */
  public StoreSnapshot snapshot(List<? extends Structure> some) {
    return log().snapshot(stored(some));
  }

  /**
   * Returns several snapshots of the same structures at the same commit, one for each thread that
   * will query. Returns only one snapshot if other threads commit faster than snapshots can be
   * taken. The caller closes the snapshots.
   *
   * @param number number of snapshots to take, at least 1
   */
  public List<StoreSnapshot> snapshots(int number, List<? extends Structure> some) {
    if (number < 1) {
      throw new IllegalArgumentException("snapshots " + number + " (allowed: 1 or more)");
    }
    return log().snapshots(number, stored(some));
  }

  private static StoreStructure<?, ?>[] stored(List<? extends Structure> some) {
    StoreStructure<?, ?>[] stored = new StoreStructure<?, ?>[some.size()];
    for (int i = 0; i < stored.length; i++) {
      stored[i] = Lifecycle.stored(some.get(i));
    }
    return stored;
  }

  /** Returns the number of the newest commit, for {@link #isDurable} and {@link #awaitDurable}. */
  public long commitNumber() {
    return log().committedFrame();
  }

  /**
   * Returns whether the commit with this number and all earlier commits are known to be durable.
   */
  public boolean isDurable(long commitNumber) {
    return log().durableFrame() >= commitNumber;
  }

  /**
   * Waits until the commit with this number and all earlier commits are durable, in any sync mode.
   * One sync serves all threads that wait at the same time. With a sync mode such as {@code
   * group:5ms}, a commit returns before it is durable. In this case call this method before you
   * acknowledge a change to a client.
   *
   * @param commitNumber a number that {@link #commitNumber} returned
   * @throws org.flashgrove.core.failure.StoreClosedException if the store is closed, or stopped
   *     working after a failed write
   */
  public void awaitDurable(long commitNumber) {
    log().awaitDurable(commitNumber);
  }

  /** Makes all earlier commits durable. */
  public void sync() {
    log().sync();
  }

  /** Writes all buffered changes to the pages of the device. */
  public void flush() {
    log().flush();
  }

  /**
   * Returns counts of the changes that were found in the log and replayed when the store was
   * opened.
   */
  public Recovery recovery() {
    return log().recovery();
  }

  /** Waits until no other thread has a batch open. Rolls back an open batch of a dead thread. */
  void awaitBatch() {
    if (!log().isRefusing()) {
      try {
        begin().close();
      } catch (BatchStateException | StoreClosedException e) {
        // closing ends the batch of this thread, or another thread closes the store
      }
    }
  }
}
