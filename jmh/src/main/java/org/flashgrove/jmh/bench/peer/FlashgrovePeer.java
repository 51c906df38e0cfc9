package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.metrics.BlockStats;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.access.query.ParallelQueries;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.SpatialStructure;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.grove.index.GroveStats;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.lsm.store.LsmMetrics;
import org.flashgrove.storage.log.SyncMode;

/**
 * Peer for a Flashgrove store with default options, or with another index and a suitable buffer.
 */
final class FlashgrovePeer implements Peer {
  private static final String GROVE = "grove";

  /**
   * Specs of the Flashgrove indexes that can be measured in addition to the default one, by name.
   */
  static final Map<String, String> INDICES = new LinkedHashMap<>();

  static {
    INDICES.put("rstar", "rstar");
    INDICES.put("rtree", "rtree");
    INDICES.put("hilbert", "hilbert");
    INDICES.put("points", "hilbert:objects=points,values=computed");
    INDICES.put("lsm", "lsm");
    INDICES.put("efind", "rstar");
  }

  private final StoreOptions options;
  private final long memoryBytes;

  private FlashgrovePeer(StoreOptions options, long memoryBytes) {
    this.options = options.withMemory(memoryBytes);
    this.memoryBytes = memoryBytes;
  }

  static FlashgrovePeer ofDefaults(PeerSettings settings) {
    return new FlashgrovePeer(StoreOptions.defaults(), settings.memoryBytes());
  }

  static FlashgrovePeer of(String word, PeerSettings settings) {
    String index = INDICES.get(word);
    if (StoreOptions.lacksDomain(index)) {
      index = StoreOptions.withDomain(index, new double[] {-180, -180, 180, 180});
    }
    StoreOptions options = StoreOptions.defaults().withIndex(index);
    if (word.equals("lsm")) {
      options = options.withFlash("none");
    } else if (word.equals("efind")) {
      options = options.withFlash("efind:auto");
    }
    return new FlashgrovePeer(options, settings.memoryBytes());
  }

  @Override
  public String description() {
    return "Flashgrove, "
        + options.index()
        + ", "
        + options.flash()
        + ", device "
        + options.device()
        + ", sync "
        + options.sync();
  }

  @Override
  public Set<Ability> abilities() {
    Set<Ability> abilities = EnumSet.allOf(Ability.class);
    if (!isGrove()) {
      abilities.remove(Ability.MOVE_BLINDLY);
    }
    return abilities;
  }

  private boolean isGrove() {
    return options.index().startsWith(GROVE);
  }

  @Override
  public PeerIndex create(Path directory, Use use) {
    StoreOptions chosen = use == Use.EACH_DURABLE ? options.withSync(SyncMode.OP) : options;
    if (use == Use.BLIND_CHANGES) {
      chosen = chosen.withIndex(chosen.index() + ",blind=on");
    }
    if (use == Use.CHANGES_BY_ID) {
      chosen = chosen.withIds();
    }
    return new Index(SpatialStore.create(directory, chosen), directory, memoryBytes);
  }

  @Override
  public PeerIndex open(Path directory) {
    return new Index(SpatialStore.open(directory), directory, memoryBytes);
  }

  /** Store of one course, the series of phases that run in a process. */
  private static final class Index implements PeerIndex {
    private final SpatialStore store;
    private final Path directory;
    private final long memoryBytes;
    private SpatialBatch batch;

    Index(SpatialStore store, Path directory, long memoryBytes) {
      this.store = store;
      this.directory = directory;
      this.memoryBytes = memoryBytes;
    }

    @Override
    public void insert(long id, double minX, double minY, double maxX, double maxY) {
      if (batch != null) {
        batch.insert(id, minX, minY, maxX, maxY);
      } else {
        store.insert(id, minX, minY, maxX, maxY);
      }
    }

    @Override
    public void bulk(BoxFile data) {
      try (EntryLoader loader = store.loader((int) memoryBytes, directory)) {
        for (int i = 0; i < data.count(); i++) {
          loader.add(i + 1L, data.minX(i), data.minY(i), data.maxX(i), data.maxY(i));
        }
        loader.load();
      }
      store.flush();
      store.sync();
    }

    @Override
    public void move(long id, double[] from, double[] to) {
      if (!store.update(id, from, to)) {
        throw new IllegalStateException("entry " + id + ": does not exist, so it cannot be moved");
      }
    }

    @Override
    public void moveById(long id, double[] to) {
      if (!store.move(id, to[0], to[1], to[2], to[3])) {
        throw new IllegalStateException("entry " + id + ": does not exist, so it cannot be moved");
      }
    }

    @Override
    public void delete(long id, double[] box) {
      if (!store.delete(id, box[0], box[1], box[2], box[3])) {
        throw new IllegalStateException(
            "entry " + id + ": does not exist, so it cannot be removed");
      }
    }

    @Override
    public void begin() {
      batch = store.begin();
    }

    @Override
    public void commit() {
      if (batch != null) {
        batch.commit();
        batch.close();
        batch = null;
      }
      store.awaitDurable(store.commitNumber());
    }

    @Override
    public void flush() {
      store.flush();
      store.sync();
    }

    @Override
    public void compact() {
      store.compact();
    }

    @Override
    public boolean join(double[] corners, double radius, int threads, Answer answer) {
      RectangleTest test = radius == 0 ? Predicate.INTERSECTS : new WithinDistance(radius);
      ParallelQueries.of(store)
          .withThreads(threads)
          .joinAll(test, corners, (number, id) -> answer.add(id));
      return true;
    }

    @Override
    public boolean joinNearest(double[] corners, int threads, Answer answer) {
      ParallelQueries.of(store)
          .withThreads(threads)
          .joinNearest(corners, 1, (number, id) -> answer.add(id));
      return true;
    }

    @Override
    public int levels() {
      EntryStructure index = store.store().entries(SpatialStore.INDEX);
      if (index instanceof SpatialStructure tree) {
        try (NodeReader nodes = Internals.nodes(tree).snapshot()) {
          return nodes.height() + 1;
        }
      }
      BlockStats blocks = store.store().structure(SpatialStore.INDEX).stats().blocks();
      if (blocks instanceof GroveMetrics grove) {
        GroveStats figures = grove.index();
        return Math.min(1, figures.blocks()) + Math.min(1, figures.upperBlocks());
      }
      return blocks instanceof LsmMetrics lsm ? lsm.index().components() : 0;
    }

    @Override
    public PeerReader reader() {
      return new Reader(store);
    }

    @Override
    public void close() {
      store.close();
    }
  }

  /** Runs queries on a store. Any thread may use it. */
  private record Reader(SpatialStore store) implements PeerReader {
    @Override
    public void window(double minX, double minY, double maxX, double maxY, Answer answer) {
      store.forEach(
          EntryQuery.intersecting(minX, minY, maxX, maxY).idsOnly(),
          (id, x1, y1, x2, y2) -> answer.add(id));
    }

    @Override
    public long count(double minX, double minY, double maxX, double maxY) {
      return store.count(EntryQuery.intersecting(minX, minY, maxX, maxY));
    }

    @Override
    public void nearest(double x, double y, int limit, Answer answer) {
      store.forEach(
          EntryQuery.nearest(limit, x, y).idsOnly(), (id, x1, y1, x2, y2) -> answer.add(id));
    }
  }
}
