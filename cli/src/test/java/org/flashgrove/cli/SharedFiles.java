package org.flashgrove.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Real data and the reference workload, in a folder {@code shared/data} beside the checkout. */
final class SharedFiles {
  private SharedFiles() {}

  /** An input of {@code shared/cases/formats}; where there is no such folder the test ends. */
  static Path input(String name) {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("shared/cases/formats"))) {
      folder = folder.getParent();
    }
    assumeTrue(folder != null, "no shared/cases/formats beside the checkout: " + name);
    return folder.resolve("shared/cases/formats").resolve(name);
  }

  /** A file of that folder; where there is no such folder the test is left out. */
  static Path file(String name) {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("shared/data"))) {
      folder = folder.getParent();
    }
    assumeTrue(folder != null, "no folder shared/data beside the checkout: " + name + " left out");
    return folder.resolve("shared/data").resolve(name);
  }
}
