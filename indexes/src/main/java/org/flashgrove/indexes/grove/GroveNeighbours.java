package org.flashgrove.indexes.grove;

import org.flashgrove.indexes.query.SearchCursor;

/** A cursor over the entries of a grove by distance. */
final class GroveNeighbours extends SearchCursor {
  private final Grove grove;
  private final NearestSearch nearest;
  private final Runnable end;

  /**
   * Creates a cursor before its first entry.
   *
   * @param nearest a search that was started; goes back to the index in the end
   * @param end called when the cursor ends
   */
  GroveNeighbours(Grove grove, NearestSearch nearest, Runnable end) {
    super(nearest);
    this.grove = grove;
    this.nearest = nearest;
    this.end = end;
  }

  @Override
  protected boolean step() {
    grove.requireOpen();
    return nearest.step();
  }

  @Override
  protected void end() {
    grove.endNeighbours(nearest);
    end.run();
  }
}
