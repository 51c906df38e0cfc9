package org.flashgrove.lab.experiment.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.lab.experiment.PageOrder;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.store.DeviceSetup;

/** Directory and design of a store, with methods to create and reopen the store. */
public final class StoreContext {
  private final StoreDesign design;
  private final DeviceSetup setup;
  private final PageOrder order;
  private Path directory;

  /**
   * Creates a context for a store that does not exist yet.
   *
   * @param directory a directory that is empty or does not exist
   * @param design design of the store, with its domain
   * @param setup preparation of a simulated device
   * @param order receives the page reads and writes, or null
   */
  public StoreContext(Path directory, StoreDesign design, DeviceSetup setup, PageOrder order) {
    this.directory = directory;
    this.design = design;
    this.setup = setup;
    this.order = order;
  }

  SpatialStore create() {
    StoreDesign made = design.withDevice(setup.before(design.device()));
    return SpatialStore.of(Store.create(directory, observed(made)));
  }

  /**
   * Creates another store of the same design in a neighbouring directory, on a device of its own.
   */
  SpatialStore createBeside(String name) {
    return new StoreContext(directory.resolveSibling(name), design, setup, null).create();
  }

  private StoreDesign observed(StoreDesign plain) {
    return order == null ? plain : plain.withDevice(new OrderedDevice(plain.device(), order));
  }

  /** Returns the recorder of page reads and writes, or null if their order is not recorded. */
  public PageOrder order() {
    return order;
  }

  SpatialStore reopen() {
    return SpatialStore.of(Store.open(directory, false, this::observed));
  }

  /**
   * Ends a store as a crash would: only durable data survives. The store can be reopened
   * afterwards.
   */
  void crash(SpatialStore store) {
    SimulatedDevice device = store.store().device(SimulatedDevice.class);
    if (device != null) {
      device.cutPower();
      closeWithoutPower(store);
      return;
    }
    Path copy = directory.resolveSibling(directory.getFileName() + "-crashed");
    try (Stream<Path> files = Files.list(directory)) {
      Files.createDirectories(copy);
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the files of a store cannot be copied", e);
    }
    store.close();
    directory = copy;
  }

  private static void closeWithoutPower(SpatialStore store) {
    try {
      store.close();
    } catch (RuntimeException e) {
      // The last writes fail, because the device has no power.
    }
  }
}
