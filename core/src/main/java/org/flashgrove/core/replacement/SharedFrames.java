package org.flashgrove.core.replacement;

import org.flashgrove.core.memory.MemoryShare;
import org.flashgrove.core.memory.MemoryUser;

/**
 * Number of frames of a cache of equal pages, which follows the cache's share of a memory budget.
 * One thread at a time uses it, under the lock of the cache.
 */
public final class SharedFrames {
  private final ReplacementPolicy policy;
  private final long frameBytes;
  private final long otherBytes;
  private final int leastFrames;
  private final Runnable trim;
  private MemoryShare share;
  private MemoryUser user;

  /**
   * Creates the frames of a cache that has the size of its policy until {@link #join}.
   *
   * @param frameBytes bytes of memory that a page takes
   * @param otherBytes memory that the cache takes in addition to its frames
   * @param leastFrames frames that the cache needs, whatever its share is
   * @param trim releases memory of pages that were evicted
   */
  public SharedFrames(
      ReplacementPolicy policy, long frameBytes, long otherBytes, int leastFrames, Runnable trim) {
    this.policy = policy;
    this.frameBytes = frameBytes;
    this.otherBytes = otherBytes;
    this.leastFrames = leastFrames;
    this.trim = trim;
    share = MemoryShare.fixed(policy.capacity() * frameBytes + otherBytes);
  }

  /** Returns whether {@link #join} may be called. */
  public boolean isResizable() {
    return policy.isResizable();
  }

  /** Returns the maximum memory of the cache in bytes. */
  public long bytes() {
    return policy.capacity() * frameBytes + otherBytes;
  }

  /** Returns the bytes of memory that a page takes. */
  public int frameBytes() {
    return (int) frameBytes;
  }

  /**
   * Has the number of frames follow a share from now on.
   *
   * @param giver the user of the share: calls {@link #giveBack} under the lock of the cache
   */
  public void join(MemoryShare other, MemoryUser giver) {
    share = other;
    user = giver; // the budget refers to it weakly
    resize();
  }

  /** Returns the number of frames that the cache always has. */
  public int leastFrames() {
    return (int) Math.max(leastFrames, (share.leastBytes() - otherBytes) / frameBytes);
  }

  private void resize() {
    long frames = Math.max(leastFrames, (share.bytes() - otherBytes) / frameBytes);
    if (frames != policy.capacity()) {
      policy.capacity(frames);
    }
  }

  /** Notes that a page is not in memory and is going to be admitted. */
  public void missed(long page) {
    if (!share.isFixed()) {
      share.missed(page);
      prepare();
    }
  }

  /** Takes free memory for a page to be admitted, or gives back memory that the budget reclaims. */
  private void prepare() {
    if (share.isOwing()) {
      giveBack();
    } else if (!share.isFixed() && policy.size() >= policy.capacity()) {
      share.grow(frameBytes);
      resize();
    }
  }

  /** Returns whether a page can be admitted without evicting another one. */
  public boolean hasFree() {
    if (policy.size() >= policy.capacity()) {
      prepare();
    }
    return policy.size() < policy.capacity();
  }

  /** Notes that a page was evicted for lack of memory. */
  public void evicted(long page) {
    share.evicted(page);
  }

  /** Evicts pages until the rest fits the share. */
  public void giveBack() {
    if (share.isOwing()) {
      resize();
      trim.run();
      share.settle((policy.usedCost() - policy.capacity()) * frameBytes);
    }
  }

  /** Returns the memory of the share to the budget. The cache must not be used afterwards. */
  public void close() {
    share.close();
  }
}
