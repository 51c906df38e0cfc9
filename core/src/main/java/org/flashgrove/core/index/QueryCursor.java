package org.flashgrove.core.index;

import org.jspecify.annotations.Nullable;

/**
 * Cursor of a query that has a limit, tests geometries or can be cancelled. It filters the results
 * of an index.
 */
final class QueryCursor implements EntryCursor {
  private final EntryQuery query;
  private final @Nullable QueryWatch watch;
  private final EntryCursor found;
  private long visited;
  private boolean ended;

  /**
   * Creates a cursor that is positioned before its first entry.
   *
   * @param found cursor of the index, which this cursor filters and closes
   */
  QueryCursor(EntryQuery query, EntryCursor found) {
    this.query = query;
    this.found = found;
    watch = query.watch();
  }

  @Override
  public boolean next() {
    ended = ended || visited >= query.most();
    while (!ended && found.next()) {
      QueryWatch.check(watch);
      if (query.accepts(found.id(), found.minX(), found.minY(), found.maxX(), found.maxY())) {
        visited++;
        return true;
      }
    }
    ended = true;
    return false;
  }

  private EntryCursor at() {
    if (ended) {
      throw new IllegalStateException(
          "cursor: is at no entry; read an entry only after next() returned true");
    }
    return found;
  }

  @Override
  public long id() {
    return at().id();
  }

  @Override
  public double minX() {
    return at().minX();
  }

  @Override
  public double minY() {
    return at().minY();
  }

  @Override
  public double maxX() {
    return at().maxX();
  }

  @Override
  public double maxY() {
    return at().maxY();
  }

  @Override
  public double distance() {
    return at().distance();
  }

  @Override
  public void close() {
    found.close();
  }
}
