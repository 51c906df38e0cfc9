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

/** Location of a store, with the ways to create and reopen it. */
public final class StoreContext {
  private final StoreDesign design;
  private final DeviceSetup setup;
  private final PageOrder order;
  private Path directory;

  /**
   * A place for a store.
   *
   * @param directory empty, or not there
   * @param design of the store, with its domain
   * @param setup what happens to a simulated device before
   * @param order takes the pages that are read and written, or null
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

  /** Another store of the same design, beside this one, on a device of its own. */
  SpatialStore createBeside(String name) {
    return new StoreContext(directory.resolveSibling(name), design, setup, null).create();
  }

  private StoreDesign observed(StoreDesign plain) {
    return order == null ? plain : plain.withDevice(new OrderedDevice(plain.device(), order));
  }

  /** The pages that are read and written, or null. */
  public PageOrder order() {
    return order;
  }

  SpatialStore reopen() {
    return SpatialStore.of(Store.open(directory, false, this::observed));
  }

  /** Ends a store as a crash does, after what it had made durable, and leaves it to be opened. */
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
      // what is written at the end meets a device without power, as it should
    }
  }
}
