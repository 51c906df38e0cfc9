package org.flashgrove.indexes.grove;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.index.NeighbourCursor;

/** A cursor over entries by distance: a search that waits between two neighbours. */
final class GroveNeighbours implements NeighbourCursor {
  private final Grove grove;
  private final ComponentSnapshot snapshot;
  private NearestSearch nearest;
  private boolean atEntry;
  private boolean broken;

  /**
   * Creates a cursor before its first entry.
   *
   * @param snapshot what it sees; closed in the end
   * @param nearest a search that was started; goes back to the index in the end
   */
  GroveNeighbours(Grove grove, ComponentSnapshot snapshot, NearestSearch nearest) {
    this.grove = grove;
    this.snapshot = snapshot;
    this.nearest = nearest;
  }

  @Override
  public boolean next() {
    if (nearest == null || broken) {
      String state = broken ? "broken by an error before" : "closed";
      throw new IllegalStateException("the cursor is " + state);
    }
    grove.requireOpen();
    atEntry = false;
    broken = true; // until it is done: a page may be missing from the search
    atEntry = nearest.next();
    broken = false;
    return atEntry;
  }

  private NearestSearch entry() {
    if (!atEntry) {
      throw new IllegalStateException("the cursor is at no entry (allowed after next() was true)");
    }
    return nearest;
  }

  @Override
  public long id() {
    return entry().id();
  }

  @Override
  public double minX() {
    return entry().at(0);
  }

  @Override
  public double minY() {
    return entry().at(1);
  }

  @Override
  public double maxX() {
    return entry().at(2);
  }

  @Override
  public double maxY() {
    return entry().at(3);
  }

  @Override
  public double distance() {
    return entry().neighbourDistance();
  }

  @Override
  public void close() {
    if (nearest != null) {
      NearestSearch done = nearest;
      nearest = null;
      atEntry = false;
      grove.endNeighbours(snapshot, done);
    }
  }
}
