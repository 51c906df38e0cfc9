package org.flashgrove.storage.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Makes temporary directories below the build directory, on the disk the sources are on. */
public final class BuildDirectory implements TempDirFactory {
  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    return Files.createTempDirectory(Files.createDirectories(Path.of("target")), "direct");
  }
}
