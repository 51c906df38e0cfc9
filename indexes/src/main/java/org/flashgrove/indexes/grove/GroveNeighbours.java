package org.flashgrove.indexes.grove;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.indexes.query.SearchCursor;

/** A cursor over the entries of a grove by distance, and the snapshot that its search reads. */
final class GroveNeighbours extends SearchCursor {
  private final Grove grove;
  private final ComponentSnapshot snapshot;
  private final NearestSearch nearest;

  /**
   * Creates a cursor before its first entry.
   *
   * @param snapshot what it sees; closed in the end
   * @param nearest a search that was started; goes back to the index in the end
   */
  GroveNeighbours(Grove grove, ComponentSnapshot snapshot, NearestSearch nearest) {
    super(nearest);
    this.grove = grove;
    this.snapshot = snapshot;
    this.nearest = nearest;
  }

  @Override
  protected boolean step() {
    grove.requireOpen();
    return nearest.step();
  }

  @Override
  protected void end() {
    grove.endNeighbours(snapshot, nearest);
  }
}
