package org.flashgrove.simulator.store;

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
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.device.SimulatedDevices;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.disk.StoreLock;

/**
 * File that contains the content, wear and clock of a simulated device while its store is closed.
 * Opening the store renames the file. If a process ends without closing the store, the file
 * therefore keeps its new name, and nobody takes the old image for the current state.
 *
 * @param directory directory of the file, for messages
 * @param lock lock of the directory, which provides access to the file
 * @param kept whether the device is saved; if not, it is discarded, and an existing file is not
 *     changed
 */
record DeviceImage(Path directory, StoreLock lock, boolean kept) {
  private static final String TAKEN = StoreDevice.IMAGE + ".open";
  private static final String FRESH = StoreDevice.IMAGE + ".new";
  private static final int BUFFER_BYTES = 1 << 16;

  private Path file() {
    return directory.resolve(StoreDevice.IMAGE);
  }

  private Path placeOf(String file) {
    return lock.place().resolve(file);
  }

  /** Opens the device that was saved when the store was last closed. */
  SimulatedDevice load(SimulatedDevices.Model model) {
    if (!Files.exists(placeOf(StoreDevice.IMAGE))) {
      throw new StoreIoException(
          directory
              + ": the simulated device was not saved, because a process ended without closing the"
              + " store or the device keeps no file; "
              + (Files.exists(placeOf(TAKEN))
                  ? "rename "
                      + TAKEN
                      + " to "
                      + StoreDevice.IMAGE
                      + " to go back to the last saved state"
                  : "build the store again"));
    }
    try (InputStream bytes =
        new InflaterInputStream(
            new BufferedInputStream(
                Files.newInputStream(placeOf(StoreDevice.IMAGE)), BUFFER_BYTES))) {
      return model.open(new BufferedInputStream(bytes, BUFFER_BYTES));
    } catch (EOFException | ZipException e) {
      throw new DamagedStoreException(file().toString(), "compressed stream", String.valueOf(e));
    } catch (IOException e) {
      throw new StoreIoException(file() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Renames the file, because its store is now open. {@link #save} writes a new file with the
   * original name.
   */
  void takeAside() {
    if (!kept) {
      return;
    }
    try {
      Files.move(placeOf(StoreDevice.IMAGE), placeOf(TAKEN), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw StoreIoException.of(file() + ": cannot be taken aside", e);
    }
  }

  /**
   * Saves the device. Does nothing if this image is not kept or the kind of device cannot be saved.
   */
  void save(SimulatedDevice medium) {
    if (!kept || !medium.canBeSaved()) {
      return;
    }
    Path fresh = placeOf(FRESH);
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
      Files.move(fresh, placeOf(StoreDevice.IMAGE), StandardCopyOption.REPLACE_EXISTING);
      Files.deleteIfExists(placeOf(TAKEN));
    } catch (IOException e) {
      throw new StoreIoException(
          directory.resolve(FRESH) + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
