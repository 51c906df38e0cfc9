package org.flashgrove.datasets;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Real data sets beside the checkout, {@code ../shared/data} seen from its root. */
public final class RealData {
  private RealData() {}

  /** Finds a file, or skips the test with a message that names the file. */
  public static Path file(String name) {
    Path start = Path.of(System.getProperty("user.dir")).toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      Path file = folder.resolve("shared/data").resolve(name);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    return Assumptions.abort(
        "skipped: real data file shared/data/" + name + " is not beside the checkout of " + start);
  }
}
