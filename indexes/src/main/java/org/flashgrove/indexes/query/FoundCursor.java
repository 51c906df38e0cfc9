package org.flashgrove.indexes.query;

import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.indexes.packed.EntryColumns;

/**
 * A cursor over the entries that a search finds, those of some pages at a time, which are kept
 * meanwhile.
 */
public final class FoundCursor extends OpenCursor {
  /** How an index finds entries. */
  @FunctionalInterface
  public interface Finder {
    /**
     * Looks at further pages, and passes on what it finds there, which may be nothing.
     *
     * @return false if no page was left
     */
    boolean find(EntryVisitor visitor);
  }

  private final Finder finder;
  private final Runnable end;
  private final EntryColumns found = new EntryColumns(64, false);
  private final EntryVisitor keeps =
      (id, minX, minY, maxX, maxY) -> found.add(0, id, minX, minY, maxX, maxY, false);
  private int at = -1;

  /**
   * Creates a cursor before its first entry.
   *
   * @param end gives back what the cursor has used; called once
   */
  public FoundCursor(Finder finder, Runnable end) {
    this.finder = finder;
    this.end = end;
  }

  @Override
  protected void end() {
    end.run();
  }

  @Override
  protected boolean step() {
    at++;
    boolean more = true;
    while (at >= found.size() && more) {
      found.clear();
      at = 0;
      more = finder.find(keeps);
    }
    return at < found.size();
  }

  @Override
  long foundId() {
    return found.id(at);
  }

  @Override
  double foundAt(int coordinate) {
    return switch (coordinate) {
      case 0 -> found.minX(at);
      case 1 -> found.minY(at);
      case 2 -> found.maxX(at);
      default -> found.maxY(at);
    };
  }
}
