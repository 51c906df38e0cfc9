package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.locationtech.jts.JTSVersion;
import org.locationtech.jts.index.hprtree.HPRtree;

/** Peer for the HPRtree of JTS, which is in memory and read-only after its construction. */
final class HprTreePeer implements Peer {
  @Override
  public String description() {
    return "JTS " + JTSVersion.CURRENT_VERSION + ", HPRtree, in memory";
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.BULK, Ability.DOUBLES);
  }

  @Override
  public PeerIndex create(Path directory, Use use) {
    HPRtree tree = new HPRtree();
    return new JtsIndex(
        tree,
        tree::build,
        (minX, minY, maxX, maxY, answer) -> JtsIndex.window(tree, minX, minY, maxX, maxY, answer));
  }
}
