package org.flashgrove.access;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;

/** Random changes by id of a store whose device loses power. Each change is durable. */
abstract class ChangedIds implements CrashScenario {
  private static final int STEPS = 20_000;

  private final long seed;

  /** Digests after each number of steps. */
  private final List<Long> digests = new ArrayList<>();

  private final IdChanges expected;

  ChangedIds(long seed) {
    this.seed = seed;
    expected = changes();
  }

  static StoreOptions options(int pageBytes) {
    return StoreOptions.defaults()
        .withIndex("rtree")
        .withFlash("none:frames=8,log=64K")
        .withPageSize(pageBytes)
        .withSync(SyncMode.OP)
        .withIds();
  }

  @Override
  public final int steps() {
    return STEPS;
  }

  @Override
  public final synchronized long expected(int count) {
    while (digests.size() <= count) {
      if (!digests.isEmpty()) {
        expected.change(null);
      }
      digests.add(expected.digest());
    }
    return digests.get(count);
  }

  private IdChanges changes() {
    return new IdChanges(seed, CrashWorkload.Shape.RECTANGLES, 60);
  }

  /** Opens the store in a directory. */
  final StoreUnderTest opened(StoreDirectory directory) {
    return new Open(this, SpatialStore.open(directory));
  }

  private static final class Open extends CrashedStore {
    private final SpatialStore store;
    private final IdChanges changes;
    private int next;

    Open(ChangedIds of, SpatialStore store) {
      super(store.store());
      this.store = store;
      changes = of.changes();
    }

    @Override
    public void step(int number) {
      while (next < number) {
        next++;
        changes.change(null);
      }
      next++;
      changes.change(store);
      promise();
    }

    @Override
    public long digest() {
      return IdChanges.digest(store);
    }
  }
}
