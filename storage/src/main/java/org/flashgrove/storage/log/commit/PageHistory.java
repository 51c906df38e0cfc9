package org.flashgrove.storage.log.commit;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Earlier images of pages that live snapshots may still read. An image is kept when a commit
 * changes its page while a snapshot is live that sees it, and dropped when no such snapshot is
 * left, or when all of them together need more than a budget: then the oldest snapshots have
 * expired.
 *
 * <p>Under the store's lock.
 */
public final class PageHistory<P> {
  /** An image of a page that was the current one for commits in [its version, until). */
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

  /** Pages changed since the newest live snapshot was taken: it does not see their images. */
  private final Set<Long> changedSince = new HashSet<>();

  private long since = Commits.NONE;
  private long expiredBefore;
  private volatile int images;

  /**
   * Creates a history without images.
   *
   * @param pageSize bytes of an image
   * @param budgetBytes most bytes of images kept
   * @param release takes images that are not kept any more
   */
  public PageHistory(int pageSize, long budgetBytes, Consumer<P> release) {
    this.pageSize = pageSize;
    this.budgetBytes = budgetBytes;
    this.release = release;
  }

  /** Returns whether no image is kept; may be asked without the lock. */
  public boolean isEmpty() {
    return images == 0;
  }

  /** Returns the bytes of the images kept. */
  public long usedBytes() {
    return (long) images * pageSize;
  }

  /**
   * Notes that a page is changed; returns whether that is the first time since a snapshot was
   * taken.
   */
  public boolean firstChange(long pageId, long newestLive) {
    if (newestLive != since) {
      changedSince.clear();
      since = newestLive;
    }
    return changedSince.add(pageId);
  }

  /** Forgets which pages changed: no snapshot is live. */
  public void noSnapshots() {
    if (since != Commits.NONE) {
      changedSince.clear();
      since = Commits.NONE;
    }
  }

  /**
   * Keeps an image.
   *
   * @param page the image, which belongs to the history from now on
   * @param until the commit that changes the page
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

  /** Drops images that no snapshot from {@code oldestLive} on sees. */
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

  /** Returns whether a snapshot of a commit may miss images that had to be dropped. */
  public boolean isExpired(long frame) {
    return frame < expiredBefore;
  }

  /**
   * Returns the kept image of a page that a snapshot of a commit sees, or null if that is the
   * current one.
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
