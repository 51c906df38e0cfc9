package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.rtree.MVRTreeMap;
import org.h2.mvstore.rtree.Spatial;
import org.h2.mvstore.rtree.SpatialDataType;
import org.h2.mvstore.type.LongDataType;

/**
 * Peer for H2's MVRTreeMap in an MVStore. The peer's memory setting is the size of the store's
 * cache. A key consists of an id and two floats per axis; the value is the id. Insertion uses
 * {@code add}, which does not search for the key.
 */
record H2Peer(PeerSettings settings) implements Peer {
  private static final String MAP = "boxes";

  @Override
  public String description() {
    return "H2 MVStore "
        + MVStore.class.getPackage().getImplementationVersion()
        + ", MVRTreeMap of two dimensions, cacheSize "
        + settings.mebibytes();
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.DURABLE, Ability.INSERT, Ability.DELETE, Ability.MOVE);
  }

  @Override
  public PeerIndex create(Path directory, Use use) {
    return new Index(directory, settings, use);
  }

  @Override
  public PeerIndex open(Path directory) {
    return new Index(directory, settings, Use.LOAD);
  }

  /**
   * Data type of the map's keys. It is a subclass, because only a subclass of the library's type
   * can create keys.
   */
  private static final class Keys extends SpatialDataType {
    Keys() {
      super(2);
    }

    Spatial key(long id, double minX, double minY, double maxX, double maxY) {
      return create(id, (float) minX, (float) maxX, (float) minY, (float) maxY);
    }
  }

  /** Map in its own MVStore. */
  private static final class Index implements PeerIndex {
    private final Keys keys = new Keys();
    private final MVStore store;
    private final MVRTreeMap<Long> map;
    private final Use use;

    Index(Path directory, PeerSettings settings, Use use) {
      this.use = use;
      store =
          new MVStore.Builder()
              .fileName(directory.resolve("boxes.mv").toString())
              .cacheSize(settings.mebibytes())
              .open();
      map = store.openMap(MAP, new MVRTreeMap.Builder<Long>().valueType(LongDataType.INSTANCE));
    }

    @Override
    public void insert(long id, double minX, double minY, double maxX, double maxY) {
      map.add(keys.key(id, minX, minY, maxX, maxY), id);
      if (use == Use.EACH_DURABLE) {
        commit();
      }
    }

    @Override
    public void move(long id, double[] from, double[] to) {
      delete(id, from);
      insert(id, to[0], to[1], to[2], to[3]);
    }

    @Override
    public void delete(long id, double[] box) {
      if (map.remove(keys.key(id, box[0], box[1], box[2], box[3])) == null) {
        throw new IllegalStateException("entry " + id + ": does not exist");
      }
    }

    @Override
    public void commit() {
      store.commit();
      store.sync();
    }

    @Override
    public void flush() {
      commit();
    }

    @Override
    public PeerReader reader() {
      return (minX, minY, maxX, maxY, answer) -> {
        Iterator<Spatial> found = map.findIntersectingKeys(keys.key(0, minX, minY, maxX, maxY));
        while (found.hasNext()) {
          answer.add(found.next().getId());
        }
      };
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
