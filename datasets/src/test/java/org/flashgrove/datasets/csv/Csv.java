package org.flashgrove.datasets.csv;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.flashgrove.datasets.InputException;

/** Small files in memory, and what is read from them. */
final class Csv {
  static final String NAME = "rows.csv";

  private Csv() {}

  static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static List<String> entries(String text) {
    return entries(EntryCursor.of(stream(text), NAME, BadRowPolicy.STOP));
  }

  static List<String> entries(EntryCursor cursor) {
    List<String> rows = new ArrayList<>();
    try (cursor) {
      cursor.forEach((id, minX, minY, maxX, maxY) -> rows.add(row(id, minX, minY, maxX, maxY)));
    }
    return rows;
  }

  /** Returns the problem that ends the reading of a file of entries. */
  static InputException problem(String text) {
    try {
      entries(text);
    } catch (InputException e) {
      return e;
    }
    throw new AssertionError("no problem in " + Excerpt.of(text));
  }

  static String row(long id, double minX, double minY, double maxX, double maxY) {
    return id + ":" + minX + "," + minY + "," + maxX + "," + maxY;
  }
}
