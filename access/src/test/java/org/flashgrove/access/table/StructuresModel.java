package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Model of a store with two spatial trees, a key tree and a table with two indices. It knows the
 * numbers that each structure contains. The number determines the data that a structure stores for
 * it.
 */
final class StructuresModel {
  /** Number of structures: two trees, the key tree and the table. */
  static final int KINDS = 4;

  /** Stands for an entry whose data match no number. */
  static final long WRONG = -1;

  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  /**
   * Numbers that a change adds to and removes from each structure.
   *
   * @param comes added numbers by structure
   * @param goes removed numbers by structure
   */
  record Change(List<List<Long>> comes, List<List<Long>> goes) {}

  private final List<TreeSet<Long>> held = new ArrayList<>();
  private long next = 1;

  StructuresModel() {
    for (int kind = 0; kind < KINDS; kind++) {
      held.add(new TreeSet<>());
    }
  }

  static StoreDesign design(String flash, String device, int pageSize, String sync) {
    return design(flash, device, pageSize, sync, "rstar");
  }

  /** Returns a design whose table has the given index on its geometries. */
  static StoreDesign design(
      String flash, String device, int pageSize, String sync, String geometryIndex) {
    return StoreOptions.defaults()
        .withPageSize(pageSize)
        .withDevice(device)
        .withSync(SyncMode.parse(sync))
        .withIndex("rtree:split=quadratic")
        .withFlash(flash)
        .design()
        .with("parks", "hilbert:domain=0/0/1000/1000")
        .with("names", "bplus")
        .with("sites", "records:cache=" + 8 * pageSize)
        .with("sites.geom", geometryIndex)
        .with("sites.key", "bplus:unique=off");
  }

  /** Returns a random change of some structures, with up to {@code most} numbers each. */
  Change draw(Random random, int most) {
    List<List<Long>> comes = new ArrayList<>();
    List<List<Long>> goes = new ArrayList<>();
    for (int kind = 0; kind < KINDS; kind++) {
      List<Long> coming = new ArrayList<>();
      for (int i = random.nextInt(most + 1); i > 0; i--) {
        coming.add(next++);
      }
      comes.add(coming);
      List<Long> going = new ArrayList<>();
      for (int i = random.nextInt(most + 1) - 1; i > 0 && held.get(kind).size() > i; i--) {
        Long after = held.get(kind).ceiling((long) random.nextInt((int) next));
        if (after != null && !going.contains(after)) {
          going.add(after);
        }
      }
      goes.add(going);
    }
    return new Change(comes, goes);
  }

  /** Applies a committed change to the model. */
  void apply(Change change) {
    for (int kind = 0; kind < KINDS; kind++) {
      held.get(kind).addAll(change.comes.get(kind));
      change.goes.get(kind).forEach(held.get(kind)::remove);
    }
  }

  long size(int kind) {
    return held.get(kind).size();
  }

  /** Returns the numbers that each structure contains. */
  List<Set<Long>> held() {
    return List.copyOf(held);
  }

  /** Returns a digest for each structure: the count of its numbers and the sum of their hashes. */
  long[] digests() {
    return digests(held);
  }

  private static long[] digests(List<? extends Collection<Long>> numbers) {
    long[] digests = new long[2 * KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
      for (long number : numbers.get(kind)) {
        digests[2 * kind]++;
        digests[2 * kind + 1] += hash(number, kind);
      }
    }
    return digests;
  }

  static long digest(long[] digests) {
    return Arrays.hashCode(digests) * 31L + digests[1] + digests[7];
  }

  private static long hash(long number, int kind) {
    long mixed = (number * 31 + kind) * 0x9E37_79B9_7F4A_7C15L;
    return (mixed ^ mixed >>> 29) * 0xBF58_476D_1CE4_E5B9L;
  }

  static Envelope box(long number, int kind) {
    double x = Math.floorMod(number * 7919 + 31L * kind, 990);
    double y = Math.floorMod(number * 104_729 + 17L * kind, 990);
    double side = Math.floorMod(number, 10);
    return new Envelope(x, x + side, y, y + side);
  }

  private static Geometry geometry(long number) {
    return GEOMETRIES.toGeometry(box(number, 3));
  }

  private static ByteBuffer attributes(long number) {
    byte[] bytes = new byte[(int) (number % 50 == 0 ? 700 : number % 30)];
    Arrays.fill(bytes, (byte) number);
    return ByteBuffer.wrap(bytes);
  }

  /**
   * Changes all structures in one batch.
   *
   * @param commits whether to commit the batch; otherwise it is closed without a commit
   */
  static void run(Store store, Change change, boolean commits) {
    Table table = Table.of(store, "sites");
    RecordLookup sites = table.lookup();
    List<Long> rids = new ArrayList<>();
    change.goes.get(3).forEach(number -> rids.add(sites.find(number)));
    try (WriteBatch batch = store.begin();
        SpatialBatch roads = store.spatial("index").begin(batch);
        SpatialBatch parks = store.spatial("parks").begin(batch);
        BPlusBatch names = store.keys("names").begin(batch);
        TableBatch records = table.begin(batch)) {
      List<SpatialBatch> trees = List.of(roads, parks);
      for (int kind = 0; kind < 2; kind++) {
        for (long number : change.comes.get(kind)) {
          Envelope box = box(number, kind);
          trees
              .get(kind)
              .insert(number, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
        }
        for (long number : change.goes.get(kind)) {
          Envelope box = box(number, kind);
          trees
              .get(kind)
              .delete(number, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
        }
      }
      change.comes.get(2).forEach(number -> names.insert(key(number), number));
      change.goes.get(2).forEach(number -> names.delete(key(number), number));
      change
          .comes
          .get(3)
          .forEach(number -> records.insert(number, geometry(number), attributes(number)));
      rids.forEach(records.byRid()::delete);
      if (commits) {
        batch.commit();
      }
    }
  }

  private static long key(long number) {
    return Math.floorMod(number * 7919, 1000);
  }

  /** Returns digests as {@link #digests()} does, for the content of a store. */
  static long[] digests(Store store) {
    return digests(numbers(store));
  }

  /**
   * Returns the numbers that each structure of a store contains. An entry whose data do not match
   * its number counts as {@link #WRONG}.
   */
  static List<List<Long>> numbers(Store store) {
    List<List<Long>> numbers = new ArrayList<>();
    for (int kind = 0; kind < KINDS; kind++) {
      numbers.add(new ArrayList<>());
    }
    List<String> trees = List.of("index", "parks");
    for (int i = 0; i < 2; i++) {
      int kind = i;
      store
          .entries(trees.get(kind))
          .entries()
          .forEach(
              EntryQuery.intersecting(new Envelope(0, 1000, 0, 1000)),
              (number, minX, minY, maxX, maxY) -> {
                Envelope found = new Envelope(minX, maxX, minY, maxY);
                numbers.get(kind).add(found.equals(box(number, kind)) ? number : WRONG);
              });
    }
    store
        .keys("names")
        .visit(
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            true,
            (key, number) -> {
              numbers.get(2).add(key == key(number) ? number : WRONG);
            });
    RecordGeometries geometries = new RecordGeometries();
    try (HeapScan scan = Internals.heap(store.records("sites")).scan(8)) {
      while (scan.next()) {
        long number = scan.record().id();
        Geometry shape = geometries.stored(scan.record().rid(), scan.record().wkb());
        boolean whole =
            scan.record().attributes().equals(attributes(number))
                && shape.getEnvelopeInternal().equals(box(number, 3));
        numbers.get(3).add(whole ? number : WRONG);
      }
    }
    return numbers;
  }
}
