package org.flashgrove.access;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.flashgrove.access.design.DescriptionFile;
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
 * Opens a store for reading while another process may write it.
 *
 * <p>The reader sees what recovery would find if the writer were killed now: the newest superblock
 * and the log up to its end. Three steps make this view consistent:
 *
 * <ol>
 *   <li>The reader registers the log frame that a superblock names. From then on, the writer reuses
 *       no page and no block that is valid at this frame or at a later one.
 *   <li>The reader reads the superblock again, then the log, then the page maps. If the superblock
 *       or the store's description file changed during this step, the log and the page maps may not
 *       match. The reader then starts again.
 *   <li>The reader changes its registration to the last log frame that it found. From then on, the
 *       writer keeps for this reader only what is valid at this frame.
 * </ol>
 */
@NullUnmarked
final class StoreReading {
  /** Maximum number of attempts that may fail because the store changes. */
  private static final int MOST_CHANGES = 1_000;

  /**
   * Number of attempts that must find damage before it is reported, because a page that the writer
   * has half written looks damaged too.
   */
  private static final int MOST_FAILURES = 4;

  private final String name;
  private final Supplier<Map<String, String>> files;
  private final Function<StoreDesign, StoreDevice> devices;
  private final UnaryOperator<StoreDesign> settings;
  private volatile Known known;

  /** Lines of a description file, the description that they contain, and the design to open. */
  private record Known(Map<String, String> lines, StoreDescription found, StoreDescription seen) {}

  private StoreReading(
      String name,
      Supplier<Map<String, String>> files,
      Function<StoreDesign, StoreDevice> devices,
      UnaryOperator<StoreDesign> settings) {
    this.name = name;
    this.files = files;
    this.devices = devices;
    this.settings = settings;
  }

  /**
   * Returns an opener for the store in a directory.
   *
   * @param settings changes the design of the store, for example its memory sizes
   */
  static StoreReading of(Path directory, UnaryOperator<StoreDesign> settings) {
    return new StoreReading(
        StoreFiles.name(directory),
        () -> DescriptionFile.read(directory),
        design -> design.device().openReadOnly(design.filesIn(directory)),
        settings);
  }

  /** Returns an opener for the store in a directory object of the caller. */
  static StoreReading of(StoreDirectory directory, UnaryOperator<StoreDesign> settings) {
    return new StoreReading(
        StoreFiles.name(directory),
        () -> DescriptionFile.read(directory),
        design -> StoreFiles.over(new OverlayDirectory(directory)),
        settings);
  }

  /** Reads the description file. Returns the same object as before if the file is unchanged. */
  private Known read() {
    Map<String, String> lines = files.get();
    Known last = known;
    if (last == null || !last.lines.equals(lines)) {
      StoreDescription found = StoreDescription.of(name, lines);
      last = new Known(lines, found, found.with(settings));
      known = last;
    }
    return last;
  }

  /**
   * Opens the files at the newest logged commit.
   *
   * @param before the log as an earlier reader opened it, see {@link FrameLog#open}; or null
   * @throws org.flashgrove.core.failure.StoreException if the files are damaged, written by a newer
   *     version, or open for changes in a way that excludes readers
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
          throw e instanceof DamagedStoreException damaged ? damaged.in(name) : e;
        }
      }
    }
    throw new StoreIoException(
        name
            + ": the store changed during each of "
            + MOST_CHANGES
            + " attempts to open it; try again");
  }

  /** Opens the files, or returns null if they changed during the attempt. */
  private StoreFiles attempt(FrameLog before) {
    Known description = read();
    StoreDescription seen = description.seen;
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
          files.slots().sequence() == newest.sequence() && description.lines.equals(read().lines);
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

  /** Returns the name of the store for messages. */
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
          "close it there; only a store in files, with placement=free and a buffer that logs"
              + " commits, can be read while it is open for changes");
    }
  }

  private static Superblock superblock(StoreDescription store, StoreDevice device) {
    int pageSize = store.design().pageSize();
    return device
        .files()
        .peek(StoreDesign.PAGES, pageSize, pages -> FreePages.newest(pages, store.storeTag()));
  }

  /** Returns whether the store has changed since these files were opened. */
  boolean hasChanged(StoreFiles files) {
    if (!files.design().isReadBeside()) {
      return false; // no other process can change the store
    }
    StoreDescription now = read().seen;
    return files.log().hasGrown(files.device().files().below())
        || now.design() != files.design()
            && !now.lines().equals(new StoreDescription(files.tag(), files.design()).lines());
  }
}
