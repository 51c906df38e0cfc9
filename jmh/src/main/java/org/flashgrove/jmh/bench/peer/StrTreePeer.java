package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.locationtech.jts.JTSVersion;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.strtree.ItemBoundable;
import org.locationtech.jts.index.strtree.ItemDistance;
import org.locationtech.jts.index.strtree.STRtree;

/** Peer for the STRtree of JTS, which is in memory and read-only after its construction. */
final class StrTreePeer implements Peer {
  @Override
  public String description() {
    return "JTS " + JTSVersion.CURRENT_VERSION + ", STRtree, in memory";
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.BULK, Ability.NEAREST, Ability.DOUBLES);
  }

  @Override
  public PeerIndex create(Path directory, Use use) {
    STRtree tree = new STRtree();
    return new JtsIndex(tree, tree::build, new Reader(tree));
  }

  /** Runs queries on the tree. */
  private record Reader(STRtree tree) implements PeerReader {
    private static final ItemDistance DISTANCE = Reader::distance;

    private static double distance(ItemBoundable one, ItemBoundable other) {
      return ((Envelope) one.getBounds()).distance((Envelope) other.getBounds());
    }

    @Override
    public void window(double minX, double minY, double maxX, double maxY, Answer answer) {
      JtsIndex.window(tree, minX, minY, maxX, maxY, answer);
    }

    @Override
    public void nearest(double x, double y, int limit, Answer answer) {
      Object[] found = tree.nearestNeighbour(new Envelope(x, x, y, y), null, DISTANCE, limit);
      for (Object item : found) {
        answer.add(((Long) item).longValue());
      }
    }
  }
}
