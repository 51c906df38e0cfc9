package org.flashgrove.access.join;

import java.util.List;
import java.util.function.Supplier;
import org.flashgrove.core.index.PairVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the pairs of a join. While its caller reads pairs, other threads find further pairs.
 * The cursor is for one thread, which must close it. Until it is closed, the cursor keeps the
 * snapshots of both sides open.
 */
public final class JoinCursor implements AutoCloseable {
  private final ParallelParts<?, FoundPairs> parts;
  private final Supplier<JoinFigures> figures;
  private final Runnable end;
  private final Runnable release;
  private @Nullable FoundPairs pairs = new FoundPairs(true, false);
  private int at = -1;
  private long left;
  private boolean closed;

  /**
   * Creates a cursor.
   *
   * @param parts the threads that find pairs
   * @param limit maximum number of pairs, at least 0
   * @param release action that runs when the cursor is closed and all threads have ended
   */
  public JoinCursor(
      ParallelParts<?, FoundPairs> parts,
      long limit,
      Supplier<JoinFigures> figures,
      Runnable release) {
    this(parts, limit, figures, () -> {}, release);
  }

  /**
   * Creates a cursor.
   *
   * @param meter ends the threads when the cursor is closed
   */
  JoinCursor(ParallelParts<?, FoundPairs> parts, long limit, JoinMeter meter, Runnable release) {
    this(parts, limit, meter::figures, meter::end, release);
  }

  private JoinCursor(
      ParallelParts<?, FoundPairs> parts,
      long limit,
      Supplier<JoinFigures> figures,
      Runnable end,
      Runnable release) {
    this.parts = parts;
    this.figures = figures;
    this.end = end;
    this.release = release;
    left = limit;
  }

  /**
   * Moves to the next pair.
   *
   * @return false after the last pair
   * @throws IllegalStateException if the cursor is closed
   */
  public boolean next() {
    requireOpen();
    if (left == 0) {
      pairs = null;
      return false;
    }
    at++;
    while (pairs != null && at >= pairs.kept()) {
      pairs = parts.next();
      at = 0;
    }
    left--;
    return pairs != null;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("cursor: is closed; open a new cursor");
    }
  }

  private FoundPairs shown() {
    if (pairs == null || at < 0) {
      throw new IllegalStateException(
          "cursor: is at no pair; read a pair only after next() returned true");
    }
    return pairs;
  }

  /** Returns the id on the left side: the id of an entry, or the RID of a record. */
  public long leftId() {
    return shown().leftId(at);
  }

  /** Returns the id on the right side: the id of an entry, or the RID of a record. */
  public long rightId() {
    return shown().rightId(at);
  }

  /**
   * Returns the distance of the pair in a join by {@link JoinQuery#nearest}, and in a join by
   * {@link JoinQuery#within(double)} whose metric is not planar. Returns 0 in other joins.
   */
  public double distance() {
    return shown().distance(at);
  }

  /** Returns the cost of the join so far. This method may be called after {@link #close}. */
  public JoinFigures figures() {
    return figures.get();
  }

  /**
   * Passes the remaining pairs to a visitor. Returns their number, including pairs that were only
   * counted.
   *
   * @throws IllegalStateException if the cursor is closed, or the visitor closes it too early
   */
  public long visitAll(PairVisitor visitor) {
    requireOpen();
    long count = 0;
    while (left > 0 && pairs != null) {
      FoundPairs some = pairs;
      int first = Math.min(at + 1, some.kept());
      long taken = Math.min(left, some.count() - first);
      count += taken;
      left -= taken;
      some.visit(first, (int) Math.min(first + taken, some.kept()), visitor);
      at = -1;
      pairs = left == 0 ? null : parts.next();
    }
    return count;
  }

  /** Closes the cursor and ends the join. A second call does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      end.run();
      JoinSides.closeAll(List.of(parts::close, release));
    }
  }
}
