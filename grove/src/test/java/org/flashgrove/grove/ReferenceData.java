package org.flashgrove.grove;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Rows of numbers of a file in a folder {@code shared/data} beside the checkout. */
final class ReferenceData {
  private ReferenceData() {}

  /** Finds a file, or null where there is none. */
  static Path file(String name) {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null) {
      Path file = folder.resolve("shared/data").resolve(name);
      if (Files.isRegularFile(file)) {
        return file;
      }
      folder = folder.getParent();
    }
    return null;
  }

  /** The rows behind the header. */
  static List<double[]> rows(Path file) {
    List<double[]> rows = new ArrayList<>();
    try (InputStream bytes = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.split(",");
        double[] row = new double[columns.length];
        for (int i = 0; i < row.length; i++) {
          row[i] = Double.parseDouble(columns[i]);
        }
        rows.add(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }
}
