package org.flashgrove.access.query;

import org.jspecify.annotations.Nullable;

/**
 * Pairs of a join, one at a time, while other threads find further pairs. For one thread. It keeps
 * the snapshots of both sides until it is closed.
 */
public final class JoinCursor implements AutoCloseable {
  private final ParallelParts<?, FoundPairs> parts;
  private final Runnable release;
  private @Nullable FoundPairs pairs = new FoundPairs(true, false);
  private int at = -1;
  private boolean closed;

  JoinCursor(ParallelParts<?, FoundPairs> parts, Runnable release) {
    this.parts = parts;
    this.release = release;
  }

  /**
   * Goes on to the next pair; returns whether there is one.
   *
   * @throws IllegalStateException if the cursor is closed
   */
  public boolean next() {
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
    at++;
    while (pairs != null && at >= pairs.kept()) {
      pairs = parts.next();
      at = 0;
    }
    return pairs != null;
  }

  private FoundPairs shown() {
    if (pairs == null) {
      throw new IllegalStateException("the cursor is behind the last pair");
    }
    return pairs;
  }

  /** Returns the id on the left side: of an entry, the RID of a record. */
  public long leftId() {
    return shown().leftId(at);
  }

  /** Returns the id on the right side. */
  public long rightId() {
    return shown().rightId(at);
  }

  /** Returns the distance of the two in a join of neighbours; in others it is 0. */
  public double distance() {
    return shown().distance(at);
  }

  /** Visits all remaining pairs. Returns their number, including pairs that are only counted. */
  long visitAll(NeighbourPairVisitor visitor) {
    long count = 0;
    for (FoundPairs some = parts.next(); some != null; some = parts.next()) {
      count += some.count();
      for (int i = 0; i < some.kept(); i++) {
        visitor.visit(some.leftId(i), some.rightId(i), some.distance(i));
      }
    }
    return count;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      parts.close();
      release.run();
    }
  }
}
