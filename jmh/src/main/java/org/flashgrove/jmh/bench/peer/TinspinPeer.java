package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.tinspin.index.BoxDistance;
import org.tinspin.index.rtree.RTree;
import org.tinspin.index.rtree.RTreeEntry;
import org.tinspin.index.rtree.RTreeIterator;
import org.tinspin.index.rtree.RTreeQueryKnn;

/** Peer for the R*-tree of TinSpin, which is in memory. Its STR loader is used for bulk loads. */
final class TinspinPeer implements Peer {
  @Override
  public String description() {
    return "TinSpin, RTree.createRStar, in memory";
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(
        Ability.INSERT,
        Ability.BULK,
        Ability.DELETE,
        Ability.MOVE,
        Ability.NEAREST,
        Ability.DOUBLES);
  }

  @Override
  public PeerIndex create(Path directory, Use use) {
    return new Index();
  }

  private static final class Index implements PeerIndex {
    private final RTree<Long> tree = RTree.createRStar(2);

    @Override
    public void insert(long id, double minX, double minY, double maxX, double maxY) {
      tree.insert(new double[] {minX, minY}, new double[] {maxX, maxY}, id);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // Java cannot create arrays of generic types
    public void bulk(BoxFile data) {
      RTreeEntry<Long>[] entries = new RTreeEntry[data.count()];
      for (int i = 0; i < entries.length; i++) {
        entries[i] =
            RTreeEntry.createBox(
                new double[] {data.minX(i), data.minY(i)},
                new double[] {data.maxX(i), data.maxY(i)},
                i + 1L);
      }
      tree.load(entries);
    }

    @Override
    public void move(long id, double[] from, double[] to) {
      boolean moved =
          tree.update(
              new double[] {from[0], from[1]},
              new double[] {from[2], from[3]},
              new double[] {to[0], to[1]},
              new double[] {to[2], to[3]},
              id);
      if (!moved) {
        throw new IllegalStateException("entry " + id + ": does not exist, so it cannot be moved");
      }
    }

    @Override
    public void delete(long id, double[] box) {
      if (!tree.remove(new double[] {box[0], box[1]}, new double[] {box[2], box[3]}, id)) {
        throw new IllegalStateException(
            "entry " + id + ": does not exist, so it cannot be removed");
      }
    }

    @Override
    public PeerReader reader() {
      return new Reader(tree);
    }
  }

  /** Runs queries on the tree. */
  private record Reader(RTree<Long> tree) implements PeerReader {
    @Override
    public void window(double minX, double minY, double maxX, double maxY, Answer answer) {
      RTreeIterator<Long> found =
          tree.queryIntersect(new double[] {minX, minY}, new double[] {maxX, maxY});
      while (found.hasNext()) {
        answer.add(found.next().value());
      }
    }

    @Override
    public void nearest(double x, double y, int limit, Answer answer) {
      RTreeQueryKnn<Long> found = tree.queryKnn(new double[] {x, y}, limit, BoxDistance.EDGE);
      while (found.hasNext()) {
        answer.add(found.next().value());
      }
    }
  }
}
