package org.flashgrove.storage.log.commit;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Keeps earlier images of pages that live snapshots may still read. When a commit changes a page
 * that a live snapshot sees, the history keeps the old image. It drops the image when no live
 * snapshot sees the image any more. If all kept images together exceed a budget, the history drops
 * the oldest ones. Snapshots that may need a dropped image expire.
 *
 * <p>The caller holds the store lock.
 *
 * @param <P> type of a page image
 */
public final class PageHistory<P> {
  /** Image of a page that was current until commit {@code until} replaced it. */
  private static final class Earlier<P> {
    private final long pageId;
    private final P page;
    private final long until;
    private Earlier<P> older;
    private Earlier<P> newer;

    Earlier(long pageId, P page, long until, Earlier<P> older) {
      this.pageId = pageId;
      this.page = page;
      this.until = until;
      this.older = older;
    }
  }

  private final int pageSize;
  private final long budgetBytes;
  private final Consumer<P> release;
  private final Map<Long, Earlier<P>> newestOf = new HashMap<>();
  private final ArrayDeque<Earlier<P>> inOrder = new ArrayDeque<>();

  /**
   * Ids of the pages that were changed since the newest open snapshot was taken. No open snapshot
   * sees the current images of these pages.
   */
  private final Set<Long> changedSince = new HashSet<>();

  private long since = Commits.NONE;
  private long expiredBefore;
  private volatile int images;

  /**
   * Creates an empty history.
   *
   * @param pageSize size of an image in bytes
   * @param budgetBytes maximum number of bytes in all kept images
   * @param release receives each image that is dropped
   */
  public PageHistory(int pageSize, long budgetBytes, Consumer<P> release) {
    this.pageSize = pageSize;
    this.budgetBytes = budgetBytes;
    this.release = release;
  }

  /** Returns whether no image is kept. Needs no lock. */
  public boolean isEmpty() {
    return images == 0;
  }

  /** Returns the number of bytes in the kept images. */
  public long usedBytes() {
    return (long) images * pageSize;
  }

  /**
   * Notes that a page changes. Returns whether this is its first change since the newest snapshot
   * was taken.
   */
  public boolean firstChange(long pageId, long newestLive) {
    if (newestLive != since) {
      changedSince.clear();
      since = newestLive;
    }
    return changedSince.add(pageId);
  }

  /** Resets the set of changed pages. Called when no snapshot is live. */
  public void noSnapshots() {
    if (since != Commits.NONE) {
      changedSince.clear();
      since = Commits.NONE;
    }
  }

  /**
   * Keeps an image.
   *
   * @param page the image, which the history owns from now on
   * @param until number of the commit that changes the page
   */
  public void keep(long pageId, P page, long until) {
    Earlier<P> older = newestOf.get(pageId);
    Earlier<P> kept = new Earlier<>(pageId, page, until, older);
    if (older != null) {
      older.newer = kept;
    }
    newestOf.put(pageId, kept);
    inOrder.addLast(kept);
    images++;
    while (usedBytes() > budgetBytes) {
      expiredBefore = Math.max(expiredBefore, inOrder.getFirst().until);
      dropOldest();
    }
  }

  /** Drops the images that no snapshot of commit {@code oldestLive} or a later commit sees. */
  public void prune(long oldestLive) {
    while (!inOrder.isEmpty() && inOrder.getFirst().until <= oldestLive) {
      dropOldest();
    }
  }

  private void dropOldest() {
    Earlier<P> gone = inOrder.removeFirst();
    if (gone.newer == null) {
      newestOf.remove(gone.pageId);
    } else {
      gone.newer.older = null;
    }
    images--;
    release.accept(gone.page);
  }

  /**
   * Returns whether a snapshot of commit {@code frame} has expired, because an image that it may
   * need was dropped.
   */
  public boolean isExpired(long frame) {
    return frame < expiredBefore;
  }

  /**
   * Returns the kept image that a snapshot at commit {@code frame} sees, or null if it sees the
   * current image.
   */
  public P find(long pageId, long frame) {
    if (inOrder.isEmpty()) {
      return null;
    }
    Earlier<P> found = null;
    for (Earlier<P> e = newestOf.get(pageId); e != null && e.until > frame; e = e.older) {
      found = e;
    }
    return found == null ? null : found.page;
  }
}
