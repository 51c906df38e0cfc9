package org.flashgrove.access.maintenance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.access.Store;
import org.flashgrove.storage.file.disk.StoreLock;

/**
 * Replaces a store by another one in a neighbouring directory. It locks the old store while it
 * renames the directories, so no program can open the store in the meantime.
 */
public final class StoreReplacement {
  private StoreReplacement() {}

  /**
   * Checks that a store exists and is closed.
   *
   * @throws org.flashgrove.core.failure.StoreException if there is no store, or it is open
   */
  public static void requireReplaceable(Path store) {
    Store.designOf(store);
    StoreLock.take(store).close();
  }

  /**
   * Moves a closed store to another path, and moves its replacement to the path of the store. All
   * paths must be on one file system.
   *
   * @param old new path of the old store
   * @throws org.flashgrove.core.failure.StoreException if the store is open
   * @throws IOException if a directory cannot be moved
   */
  public static void replace(Path store, Path replacement, Path old) throws IOException {
    StoreLock lock = StoreLock.take(store);
    try {
      Files.move(store, old);
      Files.move(replacement, store);
    } finally {
      lock.close();
    }
  }
}
