package org.flashgrove.storage.file.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.failure.StoreIoException;
import org.jspecify.annotations.Nullable;

/** Checks directories that a copy of a store is written to. */
public final class TargetDirectory {
  private TargetDirectory() {}

  /**
   * Throws if a directory is the copied store's own directory, or lies in the directory of any
   * store. Symbolic links are resolved. The caller checks whether the target itself is free.
   *
   * @param target a directory, which may not exist yet
   * @param marker name of a file that each directory of a store has
   * @param store the directory of a store that may lack the marker, or null
   * @throws IllegalArgumentException if the target is not allowed
   * @throws StoreIoException if a path cannot be resolved
   */
  public static void requireOutsideOfStores(Path target, String marker, @Nullable Path store) {
    try {
      Path source = store == null ? null : resolved(store);
      Path first = resolved(target);
      for (Path each = first; each != null; each = each.getParent()) {
        boolean isStore = each != first && Files.exists(each.resolve(marker));
        if (isStore || each.equals(source)) {
          throw new IllegalArgumentException(
              target + ": is in the directory of the store " + each + "; choose another directory");
        }
      }
    } catch (IOException e) {
      throw new StoreIoException(target + ": cannot be resolved: " + e.getMessage(), e);
    }
  }

  /** Returns a path with the symbolic links in its existing part resolved. */
  private static Path resolved(Path path) throws IOException {
    Path whole = path.toAbsolutePath();
    Path existing = whole;
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return existing.toRealPath().resolve(existing.relativize(whole)).normalize();
  }
}
