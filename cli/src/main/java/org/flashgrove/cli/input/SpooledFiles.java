package org.flashgrove.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.datasets.file.InputFile;

/**
 * Files that can be read more than once. Standard input and pipes are copied to temporary files,
 * which are removed when this object is closed.
 */
public final class SpooledFiles implements AutoCloseable {
  private static final String STANDARD_INPUT = "-";

  private final List<String> paths;
  private final Map<String, Path> copies = new LinkedHashMap<>();

  public SpooledFiles(Terminal terminal, List<String> paths) throws IOException {
    this.paths = new ArrayList<>(paths);
    try {
      for (String path : paths) {
        if (path.equals(STANDARD_INPUT)) {
          spool(path, terminal.in());
        } else if (isPipe(Path.of(path))) {
          try (InputStream bytes = Files.newInputStream(Path.of(path))) {
            spool(path, bytes);
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static boolean isPipe(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  /**
   * Returns an input that is read once and not copied. Rows of standard input or of a pipe can then
   * be used before the input ends.
   */
  public static InputFile once(Terminal terminal, String path) {
    if (path.equals(STANDARD_INPUT)) {
      return InputFile.of(terminal.in(), nameOf(path));
    }
    InputFile file = InputFile.named(path);
    return isPipe(Path.of(path)) ? InputFile.of(file.open("a readable pipe"), path) : file;
  }

  private void spool(String path, InputStream bytes) throws IOException {
    Path copy = Files.createTempFile("flashgrove", ".csv");
    copies.put(path, copy);
    Files.copy(bytes, copy, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the files as the user named them. */
  public List<String> paths() {
    return paths;
  }

  /** Returns the file to read: the original, or its temporary copy. */
  public InputFile file(String path) {
    return copies.containsKey(path)
        ? InputFile.copy(copies.get(path), nameOf(path))
        : InputFile.named(path);
  }

  /** Returns the name of a file for messages. */
  public static String nameOf(String path) {
    return path.equals(STANDARD_INPUT) ? "standard input" : path;
  }

  @Override
  public void close() throws IOException {
    for (Path copy : copies.values()) {
      Files.deleteIfExists(copy);
    }
  }
}
