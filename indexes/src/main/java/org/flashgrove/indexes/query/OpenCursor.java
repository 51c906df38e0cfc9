package org.flashgrove.indexes.query;

import org.flashgrove.core.index.EntryCursor;

/**
 * Base class of cursors. The search runs only while the cursor moves to the next entry. After an
 * error the cursor can only be closed.
 */
abstract class OpenCursor implements EntryCursor {
  private boolean atEntry;
  private boolean broken;
  private boolean closed;

  /** Moves to the next entry. Returns false if there is none. */
  protected abstract boolean step();

  /** Returns the id of the current entry. */
  abstract long foundId();

  /** Returns a coordinate of the current entry: 0 to 3 for minX, minY, maxX, maxY. */
  abstract double foundAt(int coordinate);

  /** Releases the resources of the cursor. Called once. */
  protected abstract void end();

  @Override
  public final boolean next() {
    if (closed || broken) {
      String state = broken ? "broken by an earlier error" : "closed";
      throw new IllegalStateException("cursor: is " + state + "; open a new cursor");
    }
    atEntry = false;
    broken = true; // until the step is complete, because the search may have skipped a page
    atEntry = step();
    broken = false;
    return atEntry;
  }

  final void requireEntry() {
    if (!atEntry) {
      throw new IllegalStateException(
          "cursor: is at no entry; read an entry only after next() returned true");
    }
  }

  @Override
  public final long id() {
    requireEntry();
    return foundId();
  }

  @Override
  public final double minX() {
    requireEntry();
    return foundAt(0);
  }

  @Override
  public final double minY() {
    requireEntry();
    return foundAt(1);
  }

  @Override
  public final double maxX() {
    requireEntry();
    return foundAt(2);
  }

  @Override
  public final double maxY() {
    requireEntry();
    return foundAt(3);
  }

  @Override
  public final void close() {
    if (!closed) {
      closed = true;
      atEntry = false;
      end();
    }
  }
}
