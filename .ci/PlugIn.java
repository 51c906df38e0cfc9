import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.storage.log.SyncMode;

/**
 * Makes a store of each pair of an index and a buffer in a directory, and opens it again: PlugIn
 * DIRECTORY INDEX FLASH ...
 */
public final class PlugIn {
  public static void main(String[] arguments) {
    for (int i = 1; i < arguments.length; i += 2) {
      Path directory = Path.of(arguments[0], "store" + i);
      StoreOptions options =
          StoreOptions.defaults()
              .withIndex("rstar")
              .withDevice("buffered")
              .withSync(SyncMode.CLOSE)
              .withFlash("none")
              .withIndex(arguments[i])
              .withFlash(arguments[i + 1]);
      try (SpatialStore store = SpatialStore.create(directory, options)) {
        store.insert(1, 1, 1, 1, 1);
      }
      try (SpatialStore store = SpatialStore.open(directory)) {
        System.out.println(arguments[i] + " under " + arguments[i + 1] + ": " + store.size());
      }
    }
  }
}
