package org.flashgrove.datasets.csv;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.Excerpt;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.OutputFile;

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

  static CsvFeatures open(String path, BadRowPolicy policy) {
    return CsvFeatures.open(
        InputFile.named(path), policy, RowForms.ENTRIES, FormatOptions.BY_ENDING);
  }

  static CsvFeatures of(InputStream stream, String name, BadRowPolicy policy) {
    return of(stream, name, policy, RowForms.ENTRIES);
  }

  static CsvFeatures of(InputStream stream, String name, BadRowPolicy policy, RowForms forms) {
    return CsvFeatures.open(InputFile.of(stream, name), policy, forms, FormatOptions.BY_ENDING);
  }

  static List<String> entries(String text) {
    return entries(Csv.of(stream(text), NAME, BadRowPolicy.STOP));
  }

  static List<String> entries(CsvFeatures cursor) {
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

  /** Writes a file and completes it. */
  static <W extends Closeable> void write(
      String path, Function<OutputFile, W> create, Consumer<W> rows) {
    try (OutputFile file = OutputFile.named(path)) {
      try (W writer = create.apply(file)) {
        rows.accept(writer);
      }
      file.complete();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
