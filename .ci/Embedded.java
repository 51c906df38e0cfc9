import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;

/**
 * The smallest application: a store that is made, synced, opened again and asked, on the usual
 * device.
 */
final class Embedded {
  private Embedded() {}

  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[0]), "store");
    try (SpatialStore store = SpatialStore.create(directory, StoreOptions.defaults())) {
      store.insert(1, 13.40, 52.52, 13.40, 52.52);
      store.sync();
    }
    long[] found = new long[1];
    try (SpatialStore store = SpatialStore.open(directory)) {
      store.search(0, 40, 20, 60, (id, minX, minY, maxX, maxY) -> found[0] += id);
    }
    if (found[0] != 1) {
      throw new AssertionError("found " + found[0]);
    }
  }
}
