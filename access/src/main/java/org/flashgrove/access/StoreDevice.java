package org.flashgrove.access;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.flashgrove.access.simulated.NodeOrigins;
import org.flashgrove.access.simulated.PageOrigins;
import org.flashgrove.access.simulated.SimulatedDirectory;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.device.SimulatedDevices;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.file.DiskDirectory;
import org.flashgrove.storage.file.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreLock;
import org.flashgrove.storage.placement.Placement;

/**
 * The device of a store: files in a directory or in memory, or files on a simulated device.
 *
 * <p>A simulated device lives in the process that has the store open. Closing saves it, content,
 * wear and clock, as {@value #IMAGE}; opening takes that file aside, so that a process that ended
 * without closing leaves no image that looks newer than it is.
 */
final class StoreDevice implements AutoCloseable {
  /** What a closed store's device holds. */
  static final String IMAGE = "device.image";

  private static final String TAKEN = IMAGE + ".open";
  private static final String FRESH = IMAGE + ".new";
  private static final String MEMORY = "memory";
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int DEEPEST = 65_536;

  private final FileDevice files;
  private final SimulatedDirectory simulated;
  private final SimulatedDevice medium;
  private final Path path;
  private final StoreLock lock;
  private boolean isForgotten;

  private StoreDevice(
      FileDevice files,
      SimulatedDirectory simulated,
      SimulatedDevice medium,
      Path path,
      StoreLock lock) {
    this.files = files;
    this.simulated = simulated;
    this.medium = medium;
    this.path = path;
    this.lock = lock;
  }

  /** Names of all kinds of device. */
  static List<String> kinds() {
    List<String> kinds = new ArrayList<>(FileDevice.kinds());
    kinds.addAll(SimulatedDevices.names());
    return kinds;
  }

  /**
   * Refuses a spec that no device can be made from.
   *
   * @throws SpecException whose message states what is allowed
   */
  static void requireValid(Spec spec) {
    if (isSimulated(spec)) {
      model(spec);
    } else if (FileDevice.kinds().contains(spec.name())) {
      FileDevice.requireValid(spec);
    } else {
      throw new SpecException(
          "unknown device '" + spec.name() + "' (allowed: " + String.join(", ", kinds()) + ")");
    }
  }

  static boolean isSimulated(Spec spec) {
    return SimulatedDevices.names().contains(spec.name());
  }

  /** Whether nothing of a store is left when it is closed. */
  static boolean isForgotten(Spec spec) {
    return spec.name().equals(MEMORY);
  }

  static boolean isFree(Spec spec) {
    return FileDevice.placement(spec) == Placement.FREE;
  }

  private static SimulatedDevices.Model model(Spec spec) {
    FileDevice.requireKeys(spec);
    return SimulatedDevices.of(spec);
  }

  /**
   * A new device for an empty store.
   *
   * @param directory the store's directory, created if it is not there
   * @param setup what happens to a simulated device before
   */
  static StoreDevice create(StoreForm form, Path directory, DeviceSetup setup) {
    Spec spec = Spec.parse(form.device());
    if (!isSimulated(spec)) {
      return onFiles(spec, directory);
    }
    SimulatedDevice medium = model(spec).open();
    SimulatedDirectory simulated =
        SimulatedDirectory.format(
            setup.apply(medium, spec.integer("seed", 1, 0, Integer.MAX_VALUE)),
            setup.leavesBlank(),
            depth(spec),
            origins(form));
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw StoreIoException.of(directory + ": create directory failed", e);
    }
    StoreDevice device = onMedium(spec, simulated, medium, directory, StoreLock.take(directory));
    device.isForgotten = !setup.kept();
    return device;
  }

  /** The device of an existing store. */
  static StoreDevice open(StoreForm form, Path directory) {
    Spec spec = Spec.parse(form.device());
    if (!isSimulated(spec)) {
      return onFiles(spec, directory);
    }
    StoreLock lock = StoreLock.take(directory);
    try {
      SimulatedDevice medium = load(spec, directory);
      SimulatedDirectory simulated = SimulatedDirectory.mount(medium, depth(spec), origins(form));
      takeImageAside(directory);
      return onMedium(spec, simulated, medium, directory, lock);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * The device of an existing store that is only read: files are not changed, and a simulated
   * device is one that this process alone knows, and forgets.
   */
  static StoreDevice openReadOnly(StoreForm form, Path directory) {
    Spec spec = Spec.parse(form.device());
    if (!isSimulated(spec)) {
      return new StoreDevice(FileDevice.openReadOnly(spec, directory), null, null, directory, null);
    }
    StoreLock lock = StoreLock.takeShared(directory);
    try {
      SimulatedDevice medium = load(spec, directory);
      StoreDevice device =
          onMedium(
              spec,
              SimulatedDirectory.mount(medium, depth(spec), origins(form)),
              medium,
              directory,
              lock);
      device.isForgotten = true;
      return device;
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** The files of a directory that the caller keeps. */
  static StoreDevice over(StoreDirectory directory) {
    FileDevice files = FileDevice.over(directory, RawFile.Caching.BUFFERED);
    return new StoreDevice(files, null, null, null, null);
  }

  /** Where the store's description is: beside the image of a simulated device, not on it. */
  StoreDirectory descriptions() {
    return simulated == null ? files.directory() : new DiskDirectory(path);
  }

  private static StoreDevice onFiles(Spec spec, Path directory) {
    return new StoreDevice(FileDevice.open(spec, directory), null, null, directory, null);
  }

  private static StoreDevice onMedium(
      Spec spec,
      SimulatedDirectory simulated,
      SimulatedDevice medium,
      Path directory,
      StoreLock lock) {
    FileDevice files = FileDevice.over(simulated, RawFile.Caching.DIRECT, spec, depth(spec));
    return new StoreDevice(files, simulated, medium, directory, lock);
  }

  private static int depth(Spec spec) {
    return spec.integer("depth", 1, 1, DEEPEST);
  }

  private static Function<String, PageOrigins> origins(StoreForm form) {
    boolean hasSuperblocks = isFree(Spec.parse(form.device()));
    return name ->
        name.startsWith(StoreFiles.LOG)
            ? PageOrigins.always(Origin.LOG)
            : new NodeOrigins(form.pageSize(), hasSuperblocks);
  }

  /** Finds the device as the last closing left it. */
  private static SimulatedDevice load(Spec spec, Path directory) {
    Path image = directory.resolve(IMAGE);
    Path taken = directory.resolve(TAKEN);
    if (!Files.exists(image)) {
      throw new StoreIoException(
          directory
              + ": the simulated device was not saved: the process that had the store open ended"
              + " without closing it, or its kind of device is not kept"
              + (Files.exists(taken)
                  ? " (allowed: rename " + TAKEN + " to " + IMAGE + " for the state before)"
                  : " (allowed: building it again)"));
    }
    try (InputStream bytes =
        new InflaterInputStream(
            new BufferedInputStream(Files.newInputStream(image), BUFFER_BYTES))) {
      return model(spec).open(new BufferedInputStream(bytes, BUFFER_BYTES));
    } catch (EOFException | ZipException e) {
      throw new DamagedStoreException(image.toString(), "the stream", String.valueOf(e));
    } catch (IOException e) {
      throw new StoreIoException(image + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static void takeImageAside(Path directory) {
    Path image = directory.resolve(IMAGE);
    try {
      Files.move(image, directory.resolve(TAKEN), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw StoreIoException.of(image + ": cannot be taken aside", e);
    }
  }

  /** Files on the device. */
  FileDevice files() {
    return files;
  }

  /** The simulated device below, or null. */
  SimulatedDevice simulated() {
    return simulated == null ? null : simulated.device();
  }

  /** Virtual time of a simulated device; may be asked for while other threads use the store. */
  long nowNanos() {
    synchronized (simulated) {
      return medium.nowNanos();
    }
  }

  /** Closes the files' directory, saves a simulated device, gives the lock back. */
  @Override
  public void close() {
    files.close();
    if (simulated == null) {
      return;
    }
    try {
      try {
        simulated.close();
      } finally {
        save();
      }
    } finally {
      lock.close();
    }
  }

  private void save() {
    if (isForgotten || !medium.canBeSaved()) {
      return;
    }
    Path fresh = path.resolve(FRESH);
    try {
      try (FileChannel channel =
          FileChannel.open(
              fresh,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        OutputStream bytes =
            new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
        DeflaterOutputStream packed =
            new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_SPEED), BUFFER_BYTES);
        OutputStream buffered = new BufferedOutputStream(packed, BUFFER_BYTES);
        medium.save(buffered);
        buffered.flush();
        packed.finish();
        bytes.flush();
        channel.force(true);
      }
      Files.move(fresh, path.resolve(IMAGE), StandardCopyOption.REPLACE_EXISTING);
      Files.deleteIfExists(path.resolve(TAKEN));
    } catch (IOException e) {
      throw new StoreIoException(fresh + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
