package org.flashgrove.core.replacement;

/**
 * Identifiers of pages seen lately, first in, first out, no identifier twice: A1 of simplified 2Q,
 * A1out of full 2Q, and the queue of reads (RQ) of eFIND, which is one of the two at the same time.
 */
public final class IdentifierQueue {
  private final LinkedKeys ids = new LinkedKeys(64);
  private int limit;

  /** Creates an empty queue of at most {@code limit} identifiers. */
  public IdentifierQueue(int limit) {
    limit(limit);
  }

  /** Changes the limit; identifiers above it leave when the next one is added. */
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

  /** Returns whether the identifier is there. */
  public boolean contains(long id) {
    return ids.contains(id);
  }

  /** Removes an identifier; returns whether it was there. */
  public boolean remove(long id) {
    return ids.remove(id) != LinkedKeys.NONE;
  }

  /** Returns the number of identifiers. */
  public int size() {
    return ids.size();
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
