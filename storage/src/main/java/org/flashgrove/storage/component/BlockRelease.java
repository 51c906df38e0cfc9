package org.flashgrove.storage.component;

import org.flashgrove.storage.file.ReaderPositions;
import org.flashgrove.storage.file.StoreReaders;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.commit.CommitLease;
import org.flashgrove.storage.log.commit.Commits;

/**
 * Release of retired blocks: they become free when the edit that retired them is durable and no
 * snapshot, copy or reader in another process looks at a commit at which they counted.
 *
 * <p>Copies start and end on any thread; the rest is for the thread that holds the store lock.
 */
final class BlockRelease {
  private final LoggedStore store;
  private final ComponentFile file;
  private final BlockAllocator blocks;

  /** Newest commit when the copy began that is under way; {@link Commits#NONE} if none is. */
  private volatile long copied = Commits.NONE;

  /** Creates the release of a file's blocks. */
  BlockRelease(LoggedStore store, ComponentFile file, BlockAllocator blocks) {
    this.store = store;
    this.file = file;
    this.blocks = blocks;
  }

  /** Frees retired blocks to which neither a crash nor a snapshot nor a reader leads back. */
  void run() {
    if (blocks.retiredCount() > 0) {
      long durable = store.durableFrame(); // before readers are asked for: later ones know of it
      ReaderPositions others = readers().positions(store.frames().lastFrame());
      blocks.release(
          durable, (since, until, frame) -> isLookedAt(since, until) || others.see(since, frame));
    }
  }

  /** Returns the readers in other processes. */
  StoreReaders readers() {
    return store.pages() == null ? StoreReaders.NONE : store.pages().readers();
  }

  /** Returns whether a snapshot of this index, or a copy, looks at one of some commits. */
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

  /** Keeps the blocks that count at the newest commit, for a copy. */
  void startCopy() {
    if (copied != Commits.NONE) {
      throw new IllegalStateException("a copy is under way (allowed: one at a time)");
    }
    copied = store.committedFrame();
  }

  /** Ends the copy. */
  void endCopy() {
    copied = Commits.NONE;
  }
}
