package org.flashgrove.core.replacement;

/**
 * FIFO queue of the identifiers of recently accessed pages, without duplicates. It serves as A1 of
 * simplified 2Q, as A1out of full 2Q, and as eFIND's queue of recent reads (RQ). If eFIND uses one
 * of these policies, RQ and the queue of the policy are the same object.
 */
public final class IdentifierQueue {
  private final LinkedKeys ids = new LinkedKeys(64);
  private int limit;

  /** Creates an empty queue of at most {@code limit} identifiers. */
  public IdentifierQueue(int limit) {
    limit(limit);
  }

  /** Changes the limit. Excess identifiers leave when the next identifier is added. */
  public void limit(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit = " + limit + " (allowed: at least 0)");
    }
    this.limit = limit;
  }

  /** Appends an identifier. If the queue contains it, its position does not change. */
  public void add(long id) {
    if (!ids.contains(id)) {
      ids.addLast(id);
      while (ids.size() > limit) {
        ids.remove(ids.key(ids.first()));
      }
    }
  }

  /** Returns whether the queue contains an identifier. */
  public boolean contains(long id) {
    return ids.contains(id);
  }

  /** Removes an identifier; returns whether the queue contained it. */
  public boolean remove(long id) {
    return ids.remove(id) != LinkedKeys.NONE;
  }

  /** Returns the identifiers, oldest first. */
  public long[] toArray() {
    long[] all = new long[ids.size()];
    int count = 0;
    for (int at = ids.first(); at != LinkedKeys.NONE; at = ids.next(at)) {
      all[count++] = ids.key(at);
    }
    return all;
  }
}
