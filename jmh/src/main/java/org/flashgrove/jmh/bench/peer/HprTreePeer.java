package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.locationtech.jts.JTSVersion;
import org.locationtech.jts.geom.Envelope;
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
    return new Index();
  }

  private static final class Index implements PeerIndex {
    private final HPRtree tree = new HPRtree();

    @Override
    public void bulk(BoxFile data) {
      for (int i = 0; i < data.count(); i++) {
        tree.insert(
            new Envelope(data.minX(i), data.maxX(i), data.minY(i), data.maxY(i)),
            Long.valueOf(i + 1L));
      }
      tree.build();
    }

    @Override
    public PeerReader reader() {
      return (minX, minY, maxX, maxY, answer) ->
          tree.query(
              new Envelope(minX, maxX, minY, maxY), item -> answer.add(((Long) item).longValue()));
    }
  }
}
