package org.flashgrove.access;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.StoreLockedException;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.OverlayDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreReaders;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.Superblock;
import org.jspecify.annotations.NullUnmarked;

/**
 * Opens a store for reading, beside the process that writes it if there is one.
 *
 * <p>What is read is what recovery would find if that process were killed at this moment: the
 * newest superblock, and the log as far as it reaches. The reader registers with a frame that is
 * not behind it, so that nothing that it is about to find is written over; reads the superblock,
 * then the log, then the page maps; and starts anew if superblock or description changed meanwhile,
 * for then the log may be of the one and the maps of the other. From then on it is registered at
 * the last frame that it found.
 */
@NullUnmarked
final class StoreReading {
  /** Attempts that meet a change before the store is said to change too fast. */
  private static final int MOST_CHANGES = 1_000;

  /** Attempts that meet damage before it is believed: what is half written looks like damage. */
  private static final int MOST_FAILURES = 4;

  private final String name;
  private final Supplier<StoreDescription> descriptions;
  private final Function<StoreDesign, StoreDevice> devices;
  private final UnaryOperator<StoreDesign> settings;

  private StoreReading(
      String name,
      Supplier<StoreDescription> descriptions,
      Function<StoreDesign, StoreDevice> devices,
      UnaryOperator<StoreDesign> settings) {
    this.name = name;
    this.descriptions = descriptions;
    this.devices = devices;
    this.settings = settings;
  }

  /** The store in a directory, opened with settings. */
  static StoreReading of(Path directory, UnaryOperator<StoreDesign> settings) {
    return new StoreReading(
        directory.toString(),
        () -> StoreDescription.read(directory),
        design -> design.device().openReadOnly(StoreFiles.site(design, directory)),
        settings);
  }

  /** The store in a directory that the caller keeps. */
  static StoreReading of(StoreDirectory directory, UnaryOperator<StoreDesign> settings) {
    return new StoreReading(
        directory.name(),
        () -> StoreDescription.read(directory),
        design -> StoreFiles.over(new OverlayDirectory(directory)),
        settings);
  }

  /**
   * Opens the files as they are now.
   *
   * @param before the log as it was opened before, see {@link FrameLog#open}; or null
   * @throws org.flashgrove.core.failure.StoreException if they are damaged or newer, or open for
   *     changes in a way that nobody may read beside
   */
  StoreFiles open(FrameLog before) {
    int failures = 0;
    for (int attempt = 0; attempt < MOST_CHANGES; attempt++) {
      try {
        StoreFiles opened = attempt(before);
        if (opened != null) {
          return opened;
        }
      } catch (DamagedStoreException | StoreIoException e) {
        if (++failures == MOST_FAILURES) {
          throw e;
        }
      }
    }
    throw new StoreIoException(
        name + ": the store changed during each of " + MOST_CHANGES + " attempts to open it");
  }

  /** Opens the files, or returns null if they changed meanwhile. */
  private StoreFiles attempt(FrameLog before) {
    StoreDescription found = descriptions.get();
    StoreDescription seen = found.with(settings);
    StoreDevice device = device(seen.design());
    if (!seen.design().isReadBeside()) {
      return reading(seen, device, StoreReaders.NONE.enter(0), null);
    }
    StoreReaders.Mark mark = null;
    Superblock newest;
    try {
      mark = device.files().readers().enter(superblock(seen, device).frame());
      newest = superblock(seen, device);
    } catch (RuntimeException e) {
      if (mark != null) {
        mark.close();
      }
      device.close();
      throw e;
    }
    StoreFiles files = reading(seen, device, mark, before);
    boolean isWhole = false;
    try {
      isWhole =
          files.slots().sequence() == newest.sequence()
              && found.lines().equals(descriptions.get().lines());
      if (isWhole) {
        mark.settle(files.log().lastFrame());
      }
    } finally {
      if (!isWhole) {
        files.log().close();
        files.close();
      }
    }
    return isWhole ? files : null;
  }

  private StoreFiles reading(
      StoreDescription seen, StoreDevice device, StoreReaders.Mark mark, FrameLog before) {
    return StoreMemory.refusing(
        name, seen.design(), () -> StoreFiles.reading(seen, device, mark, before));
  }

  /** Returns the store's name in messages. */
  String name() {
    return name;
  }

  private StoreDevice device(StoreDesign design) {
    try {
      return devices.apply(design);
    } catch (StoreLockedException e) {
      if (design.isReadBeside()) {
        throw e;
      }
      throw new StoreLockedException(
          e,
          "beside one that writes only stores in files are read, with placement=free and a buffer"
              + " that logs commits");
    }
  }

  private static Superblock superblock(StoreDescription store, StoreDevice device) {
    int pageSize = store.design().pageSize();
    return device
        .files()
        .peek(StoreFiles.PAGES, pageSize, pages -> FreePages.newest(pages, store.storeTag()));
  }

  /** Returns whether files that were opened are not those that would be opened now. */
  boolean hasChanged(StoreFiles files) {
    if (!files.design().isReadBeside()) {
      return false; // nobody can have changed them
    }
    Map<String, String> seen = new StoreDescription(files.tag(), files.design()).lines();
    return files.log().hasGrown(files.device().files().below())
        || !seen.equals(descriptions.get().with(settings).lines());
  }
}
