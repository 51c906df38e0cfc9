package org.flashgrove.sidecar;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.row.RowFile;

/**
 * Description of an index. It identifies the indexed version of the data file, and the current
 * files of the index.
 *
 * @param version size, modification time and fingerprint of the data file; empty while the first
 *     index is being built
 * @param options layer, and for CSV also delimiter and columns
 * @param features number of features that have a geometry
 * @param generation number of the build that wrote the current files, whose names begin with this
 *     number; 0 if there are no such files
 * @param places checksum of the file that says where rows are in the data file
 */
record IndexDescription(
    String version, FormatOptions options, long features, long generation, int places) {
  /**
   * Version of the format. Indexes of older versions are stale: in version 2, the index could
   * contain wrong bounds that the data file states.
   */
  private static final String FORMAT = "3";

  private static final String CHECKSUM = "crc32c";
  private static final String LAYER = "layer";
  private static final String DELIMITER = "delimiter";

  /** Beginning of the names of properties that give the column for a role. */
  private static final String COLUMN = "column.";

  /** Description in a directory whose first index has not been completed. */
  static final IndexDescription NONE = new IndexDescription("", FormatOptions.BY_ENDING, 0, 0, 0);

  /**
   * Returns a text that identifies the version of a file. It consists of size, modification time
   * and fingerprint.
   */
  static String versionOf(Path file, RowFile rows) throws IOException {
    return rows.size()
        + " "
        + Files.getLastModifiedTime(file).toInstant()
        + " "
        + rows.fingerprint();
  }

  /**
   * Returns whether a file has the size and the fingerprint of the indexed version. The file may be
   * a copy with another modification time.
   */
  boolean coversCopy(RowFile rows) {
    return version.startsWith(rows.size() + " ") && version.endsWith(" " + rows.fingerprint());
  }

  static int checksum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  /** Returns the description as the bytes of a text that includes a checksum. */
  byte[] toBytes() {
    Properties values = new Properties();
    values.setProperty("format", FORMAT);
    values.setProperty("version", version);
    values.setProperty(LAYER, options.layer() == null ? "" : options.layer());
    if (options.delimiter() != null) {
      values.setProperty(DELIMITER, options.delimiter().toString());
    }
    options.columns().forEach((role, column) -> values.setProperty(COLUMN + role, column));
    values.setProperty("features", Long.toString(features));
    values.setProperty("generation", Long.toString(generation));
    values.setProperty("places", Integer.toHexString(places));
    values.setProperty(CHECKSUM, checksumOf(values));
    StringWriter text = new StringWriter();
    try {
      values.store(text, null);
    } catch (IOException e) {
      throw new IllegalStateException("text in memory", e);
    }
    return text.toString()
        .lines()
        .filter(line -> !line.startsWith("#")) // a comment with the date
        .sorted()
        .collect(Collectors.joining("\n", "", "\n"))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String checksumOf(Properties values) {
    TreeMap<Object, Object> sorted = new TreeMap<>(values);
    sorted.remove(CHECKSUM);
    return Integer.toHexString(checksum(sorted.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Reads a description from its text.
   *
   * @param text bytes from {@link #toBytes}
   * @param file path or address of the data file, for messages
   * @throws StaleIndexException if the text is damaged or of another format
   */
  static IndexDescription of(byte[] text, Object file) {
    Properties values = new Properties();
    try {
      values.load(new StringReader(new String(text, StandardCharsets.ISO_8859_1)));
      if (!FORMAT.equals(values.getProperty("format", FORMAT))) {
        throw StaleIndexException.of(file, "has an index of another format");
      }
      if (checksumOf(values).equals(values.getProperty(CHECKSUM))) {
        return new IndexDescription(
            values.getProperty("version"),
            optionsOf(values),
            Long.parseLong(values.getProperty("features")),
            Long.parseLong(values.getProperty("generation")),
            Integer.parseUnsignedInt(values.getProperty("places"), 16));
      }
    } catch (IOException | IllegalArgumentException e) { // caused by damaged bytes
      throw StaleIndexException.of(file, "has a damaged index");
    }
    throw StaleIndexException.of(file, "has a damaged index");
  }

  private static FormatOptions optionsOf(Properties values) {
    String layer = values.getProperty(LAYER);
    String delimiter = values.getProperty(DELIMITER);
    Map<String, String> columns = new HashMap<>();
    for (String name : values.stringPropertyNames()) {
      if (name.startsWith(COLUMN)) {
        columns.put(name.substring(COLUMN.length()), values.getProperty(name));
      }
    }
    return new FormatOptions(
        null,
        delimiter == null ? null : delimiter.charAt(0),
        columns,
        layer.isEmpty() ? null : layer,
        List.of());
  }
}
