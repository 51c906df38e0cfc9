package org.flashgrove.access.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.flashgrove.access.Backup;
import org.flashgrove.access.CrashedStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.locationtech.jts.geom.Envelope;

/**
 * Crash scenario of seeded batches over all structures of a store. There are also changes of one
 * structure alone, batches without a commit, flushes, compactions, backups and syncs. For each
 * prefix of the steps it knows the expected content. The power is not cut while the store is
 * created.
 */
final class StructuresScenario implements CrashScenario {
  private static final int PAGE = 512;

  private enum Kind {
    BATCH,
    TAKEN_BACK,
    ALONE,
    FLUSH,
    COMPACT,
    BACKUP,
    SYNC
  }

  private record Step(Kind kind, StructuresModel.Change change) {}

  private final List<Step> steps = new ArrayList<>();
  private final long[] expected;
  private final StoreDesign design;
  private final boolean syncsEach;

  StructuresScenario(long seed, int count, String flash, String sync) {
    this(seed, count, flash, sync, "rstar");
  }

  /** Creates steps over a store whose table has the given index on its geometries. */
  StructuresScenario(long seed, int count, String flash, String sync, String geometryIndex) {
    design = StructuresModel.design(flash, "buffered", PAGE, sync, geometryIndex);
    syncsEach = sync.equals("op");
    expected = new long[count + 1];
    Random random = new Random(seed);
    StructuresModel model = new StructuresModel();
    for (int i = 0; i < count; i++) {
      expected[i] = StructuresModel.digest(model.digests());
      Step step = new Step(kind(random.nextInt(100)), model.draw(random, 4));
      if (step.kind == Kind.BATCH) {
        model.apply(step.change);
      } else if (step.kind == Kind.ALONE) {
        model.apply(alone(step.change));
      }
      steps.add(step);
    }
    expected[count] = StructuresModel.digest(model.digests());
  }

  private static Kind kind(int what) {
    if (what < 12) {
      return what < 4 ? Kind.FLUSH : what < 7 ? Kind.COMPACT : what < 9 ? Kind.BACKUP : Kind.SYNC;
    }
    return what < 22 ? Kind.TAKEN_BACK : what < 40 ? Kind.ALONE : Kind.BATCH;
  }

  /** Returns the part of a change that adds numbers to the second tree. */
  private static StructuresModel.Change alone(StructuresModel.Change change) {
    List<List<Long>> none = List.of(List.of(), List.of(), List.of(), List.of());
    return new StructuresModel.Change(
        List.of(List.of(), change.comes().get(1), List.of(), List.of()), none);
  }

  @Override
  public String name() {
    return "several structures, " + design.flash() + ", sync " + design.sync();
  }

  @Override
  public int steps() {
    return steps.size();
  }

  @Override
  public long expected(int count) {
    return expected[count];
  }

  @Override
  public DiskState initial() {
    CrashDisk disk = new CrashDisk();
    Store.create(disk, design).close();
    return disk.everything();
  }

  @Override
  public StoreUnderTest open(StoreDirectory directory) {
    return new OpenStore(Store.open(directory, false, UnaryOperator.identity()));
  }

  private final class OpenStore extends CrashedStore {
    private final Store store;

    OpenStore(Store store) {
      super(store);
      this.store = store;
    }

    @Override
    public void step(int number) {
      Step step = steps.get(number);
      switch (step.kind) {
        case FLUSH:
          store.flush();
          break;
        case COMPACT:
          store.compact();
          break;
        case BACKUP:
          store.backup(new MemoryDirectory(), Backup.Progress.NONE);
          break;
        case SYNC:
          store.sync();
          break;
        case ALONE:
          insertAlone(step.change.comes().get(1));
          break;
        default:
          StructuresModel.run(store, step.change, step.kind == Kind.BATCH);
      }
      if (syncsEach || step.kind == Kind.SYNC) {
        promise();
      }
    }

    private void insertAlone(List<Long> numbers) {
      try (SpatialBatch parks = store.spatial("parks").entries().begin()) {
        for (long number : numbers) {
          Envelope box = StructuresModel.box(number, 1);
          parks.insert(number, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
        }
        parks.commit();
      }
    }

    @Override
    public long digest() {
      return StructuresModel.digest(StructuresModel.digests(store));
    }

    @Override
    public List<String> problems() {
      return TableCheck.of(store).problems();
    }
  }
}
