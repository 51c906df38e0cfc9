package org.flashgrove.storage.file.disk;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Closes the handles of files while the files are not used. A timer of the JDK checks the files of
 * this JVM regularly, and closes each handle that was not used since the previous check.
 */
final class IdleFiles {
  /** Seconds between two checks. */
  private static final int SECONDS = 5;

  /** Files with open handles. The set refers to the files weakly. */
  private static final Set<PosixFile> OPEN =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS);

  private IdleFiles() {}

  /** Registers a file with an open handle. */
  static void opened(PosixFile file) {
    synchronized (OPEN) {
      if (OPEN.isEmpty()) {
        LATER.execute(IdleFiles::look);
      }
      OPEN.add(file);
    }
  }

  /** Unregisters a file that was closed for good. */
  static void closed(PosixFile file) {
    OPEN.remove(file);
  }

  private static void look() {
    closeIdle();
    synchronized (OPEN) {
      if (!OPEN.isEmpty()) {
        LATER.execute(IdleFiles::look);
      }
    }
  }

  /** Closes the handles that were not used since the last call of this method. */
  static void closeIdle() {
    PosixFile[] files;
    synchronized (OPEN) {
      files = OPEN.toArray(new PosixFile[0]);
    }
    for (PosixFile file : files) {
      if (file.closeHandleIfIdle()) {
        OPEN.remove(file);
      }
    }
  }
}
