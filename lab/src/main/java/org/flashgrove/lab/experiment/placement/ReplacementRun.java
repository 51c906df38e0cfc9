package org.flashgrove.lab.experiment.placement;

import java.util.List;
import java.util.function.UnaryOperator;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.lab.experiment.TemporaryDirectory;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.store.DeviceSetup;
import org.flashgrove.simulator.store.SimulatedDirectory;
import org.flashgrove.simulator.trace.Preconditioning;
import org.flashgrove.storage.log.SyncMode;

/**
 * Store whose points are replaced by new points. The number of points stays the same. Each
 * operation deletes a point and inserts a point. Each commit has {@link #COMMIT} operations and is
 * synced.
 */
final class ReplacementRun implements AutoCloseable {
  /** Number of operations of a commit. */
  static final int COMMIT = 100;

  static final int PAGE_BYTES = 2048;

  private static final int SORT_BYTES = 1 << 20;

  private static final DeviceSetup FORGOTTEN =
      new DeviceSetup(Preconditioning.Kind.NONE, UnaryOperator.identity(), false);

  private final WriteRightWorkload.Changes changes;
  private final TemporaryDirectory directory = new TemporaryDirectory("write-right");
  private final SpatialStore store;
  private final SimulatedDevice device;
  private long mostUsedBytes;

  /** Creates a store on an empty device, and loads {@code points} points. */
  ReplacementRun(WriteRightCell cell, String device, long seed) {
    int points = Math.toIntExact(cell.points());
    changes = cell.workload().changes(points, seed);
    StoreDesign design =
        StoreOptions.defaults()
            .withIndex(cell.structure().index(points, cell.unitPages()))
            .withFlash(cell.structure().flash(points))
            .withDevice(device)
            .withPageSize(PAGE_BYTES)
            .withSync(SyncMode.parse("op"))
            .design();
    store =
        SpatialStore.of(
            Store.create(
                directory.path().resolve("store"),
                design.withDevice(FORGOTTEN.before(design.device()))));
    this.device = store.store().device(SimulatedDevice.class);
    try (EntryLoader loader = store.loader(SORT_BYTES, directory.path())) {
      for (long id = 0; id < points; id++) {
        double[] point = changes.point(id);
        loader.add(id, point[0], point[1], point[0], point[1]);
      }
      loader.load();
    }
    noteUsed();
  }

  private void noteUsed() {
    mostUsedBytes =
        Math.max(mostUsedBytes, store.store().device(SimulatedDirectory.class).usedBytes());
  }

  /** Lets the device place later pages without their levels. */
  void withoutLevels() {
    device.levels(page -> -1);
  }

  /** Replaces {@code operations} points, which is a multiple of {@link #COMMIT}. */
  void replace(long operations) {
    for (long done = 0; done < operations; done += COMMIT) {
      try (SpatialBatch batch = store.begin()) {
        for (int i = 0; i < COMMIT; i++) {
          changes.next();
          double[] old = changes.before();
          double[] point = changes.after();
          if (!batch.delete(changes.id(), old[0], old[1], old[0], old[1])) {
            throw new IllegalStateException("point " + changes.id() + ": not found");
          }
          batch.insert(changes.newId(), point[0], point[1], point[0], point[1]);
        }
        batch.commit();
      }
      noteUsed();
    }
  }

  /** Returns the number of operations so far. */
  long operations() {
    return changes.count();
  }

  /** Returns the greatest number of device pages that the files of the store have used. */
  long mostUsedPages() {
    return mostUsedBytes / device.pageBytes();
  }

  /** Returns the counts of the device since the store was created. */
  DeviceStats figures() {
    return device.figures();
  }

  /** Returns the number of entries in the store. */
  long size() {
    return store.size();
  }

  /** Returns descriptions of all faults that a check of the store finds. */
  List<String> problems() {
    return store.store().check().problems();
  }

  @Override
  public void close() {
    try {
      store.close();
    } finally {
      directory.close();
    }
  }
}
