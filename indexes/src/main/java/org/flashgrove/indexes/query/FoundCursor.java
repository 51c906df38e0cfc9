package org.flashgrove.indexes.query;

import java.util.Arrays;
import org.flashgrove.core.index.EntryVisitor;

/**
 * Cursor over the results of a search. It searches a few pages at a time and buffers their results.
 */
public final class FoundCursor extends OpenCursor {
  /** Search that returns the entries of an index in steps. */
  @FunctionalInterface
  public interface Finder {
    /**
     * Searches more pages and passes their results to a visitor. A call may have no results.
     *
     * @return false if no page is left
     */
    boolean find(EntryVisitor visitor);
  }

  private static final int SIDES = 4;

  private final Finder finder;
  private final Runnable end;
  private final EntryVisitor keeps = this::keep;

  /** Small at first, so that a query with few results allocates little. */
  private long[] ids = new long[8];

  private double[] sides = new double[SIDES * ids.length];
  private int size;
  private int at = -1;

  /**
   * Creates a cursor that is positioned before its first entry.
   *
   * @param end releases the resources of the cursor; called once
   */
  public FoundCursor(Finder finder, Runnable end) {
    this.finder = finder;
    this.end = end;
  }

  private void keep(long id, double minX, double minY, double maxX, double maxY) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
      sides = Arrays.copyOf(sides, 2 * sides.length);
    }
    int side = SIDES * size;
    ids[size++] = id;
    sides[side] = minX;
    sides[side + 1] = minY;
    sides[side + 2] = maxX;
    sides[side + 3] = maxY;
  }

  @Override
  protected void end() {
    end.run();
  }

  @Override
  protected boolean step() {
    at++;
    boolean more = true;
    while (at >= size && more) {
      size = 0;
      at = 0;
      more = finder.find(keeps);
    }
    return at < size;
  }

  @Override
  long foundId() {
    return ids[at];
  }

  @Override
  double foundAt(int coordinate) {
    return sides[SIDES * at + coordinate];
  }
}
