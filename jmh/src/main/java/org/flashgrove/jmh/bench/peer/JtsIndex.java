package org.flashgrove.jmh.bench.peer;

import org.flashgrove.jmh.bench.data.BoxFile;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.SpatialIndex;

/**
 * Index of JTS in memory, which is read-only after its construction.
 *
 * @param tree the index, empty
 * @param build ends the construction
 * @param reader runs queries
 */
record JtsIndex(SpatialIndex tree, Runnable build, PeerReader reader) implements PeerIndex {
  @Override
  public void bulk(BoxFile data) {
    for (int i = 0; i < data.count(); i++) {
      tree.insert(
          new Envelope(data.minX(i), data.maxX(i), data.minY(i), data.maxY(i)),
          Long.valueOf(i + 1L));
    }
    build.run();
  }

  /** Passes the ids in a window to the answer. */
  static void window(
      SpatialIndex tree, double minX, double minY, double maxX, double maxY, Answer answer) {
    tree.query(new Envelope(minX, maxX, minY, maxY), item -> answer.add(((Long) item).longValue()));
  }
}
