package org.flashgrove.indexes.tree;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Bounding rectangles of real buildings, from a folder {@code shared/data} beside the checkout;
 * none where there is no such folder.
 */
public final class RealBoxes {
  private static final String FILE = "sample/itu_buildings_mbr.csv.gz";
  private static List<double[]> boxes;

  private RealBoxes() {}

  /** Returns the rectangles minX, minY, maxX, maxY in the order of the file, or an empty list. */
  public static synchronized List<double[]> get() {
    if (boxes == null) {
      boxes = read();
    }
    return boxes;
  }

  private static List<double[]> read() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("shared/data"))) {
      folder = folder.getParent();
    }
    List<double[]> read = new ArrayList<>();
    if (folder == null) {
      return read;
    }
    Path file = folder.resolve("shared/data").resolve(FILE);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      lines.readLine(); // id,minx,miny,maxx,maxy
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.split(",");
        double[] box = new double[4];
        for (int i = 0; i < 4; i++) {
          box[i] = Double.parseDouble(columns[1 + i]);
        }
        read.add(box);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }
}
