package org.flashgrove.storage.device;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flashgrove.core.log.AppendLog;

/**
 * Closes the files of a store that was garbage-collected without being closed, so that the store
 * can be opened again. Logs a warning. Changes that were not durable are lost, as after a crash.
 *
 * <p>A cleaner closes the files when the store's {@code LoggedStore} becomes unreachable. All
 * structures, batches, snapshots and cursors of a store reference this object. The cleaner
 * references only the files, so that it does not keep the object alive. Stores without a lock, such
 * as stores on simulated devices, are not watched.
 */
public final class ForgottenFiles implements Runnable {
  private static final String LOGGER = "org.flashgrove.storage";
  private static final Cleaner CLEANER = Cleaner.create();

  private final FileDevice device;
  private final AppendLog frames;
  private final Runnable close;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ForgottenFiles(FileDevice device, AppendLog frames, Runnable close) {
    this.device = device;
    this.frames = frames;
    this.close = close;
  }

  /**
   * Watches the files of an open store until {@link #closed} is called. If {@code log} is
   * garbage-collected before that call, closes the files.
   *
   * @param log the object to watch, referenced by everything in the store
   * @param frames the log file, closed first
   * @param close closes the other files; must not reference {@code log}
   */
  public static ForgottenFiles watch(
      Object log, FileDevice device, AppendLog frames, Runnable close) {
    ForgottenFiles watched = new ForgottenFiles(device, frames, close);
    if (device.isLocked()) {
      CLEANER.register(log, watched);
    }
    return watched;
  }

  /** Ends the watch, because the store was closed. */
  public void closed() {
    closed.set(true);
  }

  @Override
  public void run() {
    if (!closed.get()) {
      System.getLogger(LOGGER)
          .log(
              System.Logger.Level.WARNING,
              "{0}: the store was garbage-collected without being closed; close stores, such as by"
                  + " try-with-resources",
              device.directory().name());
      try {
        frames.close();
      } finally {
        close.run();
      }
    }
  }
}
