package org.flashgrove.core.replacement;

import java.util.function.BooleanSupplier;
import org.flashgrove.core.memory.MemoryShare;
import org.flashgrove.core.memory.MemoryUser;

/**
 * Number of frames of a cache whose pages all have the same size. The number follows the cache's
 * share of a memory budget. One thread at a time uses this object, under the lock of the cache.
 */
public final class SharedFrames {
  /** Number of frames to which a cache may grow although the process has too little memory. */
  private static final int LEAST_WHILE_SHORT = 64;

  private final ReplacementPolicy policy;
  private final long frameBytes;
  private final long otherBytes;
  private final int leastFrames;
  private final Runnable trim;
  private BooleanSupplier isShort = () -> false;
  private MemoryShare share;
  private MemoryUser user;
  private boolean isLimited;

  /**
   * Creates the frames of a cache. Until {@link #join}, the cache has the capacity of its policy.
   *
   * @param frameBytes bytes of memory per page
   * @param otherBytes memory of the cache in addition to its frames
   * @param leastFrames minimum number of frames, however small the share is
   * @param trim releases the memory of evicted pages
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

  /** Returns the bytes of memory per page. */
  public int frameBytes() {
    return (int) frameBytes;
  }

  /**
   * Starts to adapt the number of frames to a share.
   *
   * @param giver the user of the share; calls {@link #giveBack} under the lock of the cache
   */
  public void join(MemoryShare other, MemoryUser giver) {
    share = other;
    user = giver; // the budget refers to it weakly
    resize();
  }

  /**
   * Stops the growth of the cache, which must be resizable, while the process has too little
   * memory. Then a new page replaces another one.
   */
  public void stopGrowthWhen(BooleanSupplier condition) {
    isShort = condition;
  }

  /** Returns the minimum number of frames. */
  public int leastFrames() {
    return (int) Math.max(leastFrames, (share.leastBytes() - otherBytes) / frameBytes);
  }

  private void resize() {
    long frames = (share.bytes() - otherBytes) / frameBytes;
    if (isLimited) {
      frames = Math.min(frames, Math.max(LEAST_WHILE_SHORT, policy.size()));
    }
    frames = Math.max(leastFrames, frames);
    if (frames != policy.capacity()) {
      policy.capacity(frames);
    }
  }

  /**
   * Records a miss of a page that is going to be admitted. If all frames are in use, takes free
   * memory of the budget for the page. If the budget instead reclaims memory from this cache, gives
   * that memory back. A miss counts as one that more memory would have saved only if no frame is
   * free. A cache that has just received memory therefore fills its frames before it requests more.
   * If the process has too little memory, the cache stays at its present size.
   */
  public void missed(long page) {
    boolean wasLimited = isLimited;
    isLimited = isShort.getAsBoolean();
    if (isLimited || wasLimited) {
      resize();
    }
    if (!share.isFixed() && !hasFree()) {
      share.missed(page);
    }
  }

  /**
   * Prepares for a page that is going to be admitted. If the budget reclaims memory, gives it back.
   * Otherwise, if all frames are in use, takes free memory of the budget for the page.
   */
  private void prepare() {
    if (share.isOwing()) {
      giveBack();
    } else if (!isLimited && !share.isFixed() && policy.size() >= policy.capacity()) {
      share.grow(frameBytes);
      resize();
    }
  }

  /** Returns whether a page can be admitted without evicting another page. */
  public boolean hasFree() {
    if (share.isOwing() || policy.size() >= policy.capacity()) {
      prepare();
    }
    return policy.size() < policy.capacity();
  }

  /** Records that a page was evicted for lack of memory. */
  public void evicted(long page) {
    share.evicted(page);
  }

  /** If the budget reclaims memory, evicts pages until the remaining pages fit the share. */
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
