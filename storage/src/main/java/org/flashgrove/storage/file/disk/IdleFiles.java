package org.flashgrove.storage.file.disk;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Files of this JVM whose handles are closed while nobody uses them. A timer of the JDK looks at
 * them as long as one of them has a handle, and closes handles that were not used between two
 * looks.
 */
final class IdleFiles {
  /** Time between two looks. */
  private static final int SECONDS = 5;

  /** The files with handles. A file that is not referenced elsewhere is not kept. */
  private static final Set<PosixFile> OPEN =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS);

  private IdleFiles() {}

  /** Notes that a file has a handle. */
  static void opened(PosixFile file) {
    synchronized (OPEN) {
      if (OPEN.isEmpty()) {
        LATER.execute(IdleFiles::look);
      }
      OPEN.add(file);
    }
  }

  /** Notes that a file is closed for good. */
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

  /** Closes the handles that were not used since the last call. */
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
