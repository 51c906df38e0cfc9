package org.flashgrove.simulator.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.device.RawNandDevice;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.device.SimulatedDevices;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceContext;
import org.flashgrove.storage.device.DeviceKeys;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.disk.StoreLock;
import org.flashgrove.storage.placement.Placement;

/**
 * Configuration of a simulated device for a store, with the {@link DeviceSetup} that prepares the
 * device.
 */
final class SimulatedConfig implements DeviceConfig {
  private static final int DEEPEST = 65_536;

  private final Spec spec;
  private final DeviceKeys keys;
  private final SimulatedDevices.Model model;
  private final DeviceSetup setup;

  private SimulatedConfig(
      Spec spec, DeviceKeys keys, SimulatedDevices.Model model, DeviceSetup setup) {
    this.spec = spec;
    this.keys = keys;
    this.model = model;
    this.setup = setup;
  }

  static SimulatedConfig of(Spec spec) {
    DeviceKeys keys = DeviceKeys.of(spec, 1, DEEPEST);
    SimulatedDevices.Model model =
        spec.name().equals(RawNandDevice.NAME)
            ? RawNandDevice.Model.of(spec)
            : SimulatedDevices.of(spec);
    return new SimulatedConfig(spec, keys, model, DeviceSetup.NONE);
  }

  SimulatedConfig with(DeviceSetup before) {
    return new SimulatedConfig(spec, keys, model, before);
  }

  @Override
  public Placement placement() {
    return keys.placement();
  }

  @Override
  public boolean isSimulated() {
    return true;
  }

  @Override
  public FlashGeometry rawFlash() {
    return model instanceof RawNandDevice.Model raw ? raw.geometry() : null;
  }

  @Override
  public StoreDevice create(DeviceContext site) {
    SimulatedDevice medium = model.open();
    SimulatedDirectory directory =
        SimulatedDirectory.format(
            setup.apply(medium, spec.integer("seed", 1, 0, Integer.MAX_VALUE)),
            setup.leavesBlank(),
            keys.files().depth(),
            origins(site));
    Path path = site.directory();
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw StoreIoException.of(path + ": create directory failed", e);
    }
    StoreLock lock = StoreLock.take(path);
    return new SimulatedStoreDevice(
        directory, medium, new DeviceImage(path, lock, setup.kept()), lock, keys.files());
  }

  @Override
  public StoreDevice open(DeviceContext site) {
    return open(site, StoreLock.take(site.directory()), true);
  }

  @Override
  public StoreDevice openReadOnly(DeviceContext site) {
    return open(site, StoreLock.takeShared(site.directory()), false);
  }

  private StoreDevice open(DeviceContext site, StoreLock lock, boolean kept) {
    DeviceImage image = new DeviceImage(site.directory(), lock, kept);
    try {
      SimulatedDevice medium = image.load(model);
      SimulatedDirectory directory =
          SimulatedDirectory.mount(medium, keys.files().depth(), origins(site));
      image.takeAside();
      return new SimulatedStoreDevice(directory, medium, image, lock, keys.files());
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private Function<String, PageOrigins> origins(DeviceContext site) {
    boolean hasSuperblocks = keys.placement() == Placement.FREE;
    return name -> {
      if (name.startsWith(site.log())) {
        boolean isNew = !name.equals(site.log());
        return PageOrigins.always(Origin.LOG, isNew ? Cause.COMPACTION : Cause.CHANGE);
      }
      return name.startsWith(site.blocks())
          ? PageOrigins.always(Origin.INDEX, Cause.MERGE)
          : new NodeOrigins(site.pageSize(), hasSuperblocks);
    };
  }

  @Override
  public String toString() {
    return spec.toString();
  }
}
