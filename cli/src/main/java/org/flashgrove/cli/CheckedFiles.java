package org.flashgrove.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.csv.BadRowPolicy;
import org.flashgrove.datasets.csv.EntryCursor;
import org.flashgrove.datasets.csv.EntryKind;

/**
 * Data files looked through before the first row is used, so that a bad row changes nothing;
 * standard input is kept in a temporary file for that.
 */
final class CheckedFiles implements AutoCloseable {
  private final Terminal terminal;
  private final List<String> paths = new ArrayList<>();
  private final Map<String, Path> spooled = new LinkedHashMap<>();

  CheckedFiles(Terminal terminal, List<String> files) throws IOException {
    this.terminal = terminal;
    for (String file : files) {
      if (file.equals("-") && !spooled.containsKey(file)) {
        spool(terminal.in());
      }
      paths.add(file);
    }
  }

  private void spool(InputStream in) throws IOException {
    Path file = Files.createTempFile("flashgrove", ".csv");
    spooled.put("-", file);
    Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private EntryCursor open(String path, BadRowPolicy policy) throws IOException {
    Path copy = spooled.get(path);
    return copy == null
        ? EntryCursor.open(path, policy)
        : EntryCursor.of(Files.newInputStream(copy), "standard input", policy);
  }

  /** Looks at every row; returns how many are good. */
  long check(BadRowPolicy policy) throws IOException {
    long rows = 0;
    for (String path : paths) {
      try (EntryCursor cursor = open(path, policy)) {
        while (cursor.next()) {
          rows++;
        }
        if (cursor.kind() == EntryKind.GEOMETRIES) {
          terminal
              .err()
              .println(
                  "flashgrove: "
                      + path
                      + ": geometries are indexed by their rectangles; queries give candidates");
        }
      }
    }
    return rows;
  }

  /** Hands over every good row. */
  void forEach(BadRowPolicy policy, EntrySink sink) throws IOException {
    for (String path : paths) {
      try (EntryCursor cursor = open(path, policy)) {
        cursor.forEach(sink);
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Path file : spooled.values()) {
      Files.deleteIfExists(file);
    }
  }
}
