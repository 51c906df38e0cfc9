package org.flashgrove.storage.component;

import org.flashgrove.storage.file.ReaderPositions;
import org.flashgrove.storage.file.StoreReaders;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.commit.CommitLease;
import org.flashgrove.storage.log.commit.Commits;

/**
 * Frees retired blocks. A retired block becomes free when two conditions hold. First, the log
 * change that retired the block is durable. Second, no snapshot, running copy of the store, or
 * reader in another process sees a commit at which the block was valid.
 *
 * <p>Any thread may start and end a copy of the store. All other methods require the store lock.
 */
final class BlockRelease {
  private final LoggedStore store;
  private final ComponentFile file;
  private final BlockAllocator blocks;

  /**
   * Commit that was the newest when the running copy of the store began, or {@link Commits#NONE} if
   * no copy is running.
   */
  private volatile long copied = Commits.NONE;

  BlockRelease(LoggedStore store, ComponentFile file, BlockAllocator blocks) {
    this.store = store;
    this.file = file;
    this.blocks = blocks;
  }

  /**
   * Frees the retired blocks that nobody needs any more. Blocks that crash recovery, a snapshot or
   * a reader in another process still needs stay retired.
   */
  void run() {
    if (blocks.retiredCount() > 0) {
      long durable = store.durableFrame(); // first, because readers that enter later see it
      ReaderPositions others = readers().positions(store.frames().lastFrame());
      blocks.release(
          durable, (since, until, frame) -> isLookedAt(since, until) || others.see(since, frame));
    }
  }

  /** Returns the registry of readers in other processes. */
  StoreReaders readers() {
    return store.pages() == null ? StoreReaders.NONE : store.pages().readers();
  }

  /**
   * Returns whether a snapshot of this index, or the running copy of the store, sees a commit in
   * the range from {@code since} to {@code until}.
   */
  private boolean isLookedAt(long since, long until) {
    if (copied >= since && copied <= until) {
      return true;
    }
    for (CommitLease lease : store.commits().leases()) {
      long commit = lease.frame();
      if (lease.owner() == file && commit >= since && commit <= until) {
        return true;
      }
    }
    return false;
  }

  /**
   * Keeps all blocks that are valid at the newest commit until {@link #endCopy}. Called when a
   * backup starts to copy the store.
   */
  void startCopy() {
    if (copied != Commits.NONE) {
      throw new IllegalStateException("store copy: another copy is running; wait until it ends");
    }
    copied = store.committedFrame();
  }

  /** Allows the blocks that {@link #startCopy} kept to be freed. Called when the backup ends. */
  void endCopy() {
    copied = Commits.NONE;
  }
}
