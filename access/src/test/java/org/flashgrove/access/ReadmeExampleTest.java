package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Envelope;

/** The example of the README, as it stands there. */
class ReadmeExampleTest {
  @TempDir private Path directory;

  @Test
  void theExampleWorks() {
    StoreOptions options = StoreOptions.defaults().withDevice("buffered");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      store.insert(1, 13.40, 52.52, 13.40, 52.52);
      store.insert(2, new Envelope(13.3, 13.5, 52.4, 52.6));
      store.update(
          1, new Envelope(13.40, 13.40, 52.52, 52.52), new Envelope(2.35, 2.35, 48.85, 48.85));
      store.delete(2, new Envelope(13.3, 13.5, 52.4, 52.6));
      store.sync(); // until here everything is durable
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      long found =
          store.search(
              new Envelope(0, 10, 40, 50),
              (id, minX, minY, maxX, maxY) -> {
                System.out.println(id + " at " + minX + " " + minY);
                return true; // go on
              });
      assertThat(found).isEqualTo(1);
    }
  }
}
