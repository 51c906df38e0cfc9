package org.flashgrove.jmh;

import java.util.function.Consumer;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.core.geometry.Predicate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.hprtree.HPRtree;

/** Answers windows of one side: counts the ids found and adds them up. */
final class PeerWindows {
  private final Consumer<Envelope> side;
  private long found;
  private long sum;

  private PeerWindows(SpatialStore store) {
    side =
        window ->
            store.searchIds(
                Predicate.INTERSECTS,
                window.getMinX(),
                window.getMinY(),
                window.getMaxX(),
                window.getMaxY(),
                this::take);
  }

  private PeerWindows(HPRtree tree) {
    side = window -> tree.query(window, item -> take((Long) item));
  }

  static PeerWindows of(SpatialStore store) {
    return new PeerWindows(store);
  }

  static PeerWindows of(HPRtree tree) {
    return new PeerWindows(tree);
  }

  private boolean take(long id) {
    found++;
    sum += id;
    return true;
  }

  /** Answers windows; returns microseconds for each. */
  double run(Envelope[] windows) {
    found = 0;
    sum = 0;
    long start = System.nanoTime();
    for (Envelope window : windows) {
      side.accept(window);
    }
    return (System.nanoTime() - start) / 1e3 / windows.length;
  }

  /** Refuses to go on if another side found other ids in the windows answered last. */
  void requireSame(PeerWindows other) {
    if (found != other.found || sum != other.sum) {
      throw new IllegalStateException(
          found + " ids with the sum " + sum + ", and " + other.found + " with " + other.sum);
    }
  }
}
