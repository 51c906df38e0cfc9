package org.flashgrove.access.design;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.MissingStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Format of a store's description file: UTF-8 lines {@code key=value} with a checksum. {@link
 * StoreDescription} interprets the lines.
 */
public final class DescriptionFile {
  static final String FILE = "store.meta";

  private static final String FIRST_LINE = "flashgrove store";
  private static final String CHECKSUM = "crc32c";
  private static final int LARGEST_FILE = 65_536;

  private DescriptionFile() {}

  /**
   * Writes the file, which is durable after the directory's next sync.
   *
   * @throws SpecException if the lines exceed the maximum size of the file, or would not read back
   *     unchanged; nothing is written
   */
  public static void write(StoreDirectory directory, Map<String, String> values) {
    StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
    values.forEach((key, value) -> line(text, key, value));
    line(text, CHECKSUM, Long.toHexString(checksum(text.toString())));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > LARGEST_FILE) {
      throw new SpecException(
          "description of the store of "
              + bytes.length
              + " bytes (allowed: at most "
              + LARGEST_FILE
              + "; fewer or shorter names)");
    }
    Map<String, String> read = lines(new String(bytes, StandardCharsets.UTF_8));
    read.remove(CHECKSUM);
    if (!read.equals(values)) {
      throw new SpecException(
          "description of the store: a name or a setting has a line break or half a character;"
              + " use others");
    }
    directory.replace(FILE, bytes);
  }

  private static void line(StringBuilder text, String key, String value) {
    text.append(key).append('=').append(value).append('\n');
  }

  private static long checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }

  /**
   * Reads the lines of the description in a store's directory, in order.
   *
   * @throws MissingStoreException if the path is not a directory
   * @throws StoreIoException if there is no description
   * @throws DamagedStoreException if the description is damaged
   */
  public static Map<String, String> read(Path directory) {
    Path file = directory.resolve(FILE);
    try {
      if (!Files.isDirectory(directory)) {
        String problem = Files.exists(directory) ? "not a directory" : "no such file or directory";
        throw new MissingStoreException(
            directory + ": not a store (" + problem + "); check the path, or create a store");
      }
      if (!Files.isRegularFile(file)) {
        throw new StoreIoException(
            directory + ": not a store (no file " + FILE + "); check the path, or create a store");
      }
      if (Files.size(file) > LARGEST_FILE) {
        throw tooLong(file.toString());
      }
      return parse(file.toString(), Files.readAllBytes(file));
    } catch (IOException e) {
      throw new StoreIoException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads the lines of the description in a directory that the caller has open; throws like {@link
   * #read(Path)}.
   */
  public static Map<String, String> read(StoreDirectory directory) {
    if (!directory.exists(FILE)) {
      throw new StoreIoException(
          directory.name()
              + ": not a store (no file "
              + FILE
              + "); check the path, or create a store");
    }
    return parse(directory.name() + "/" + FILE, directory.firstBytes(FILE, LARGEST_FILE + 1));
  }

  private static DamagedStoreException tooLong(String file) {
    return new DamagedStoreException(file, "header", "too long for a description");
  }

  private static Map<String, String> parse(String file, byte[] bytes) {
    if (bytes.length > LARGEST_FILE) {
      throw tooLong(file);
    }
    // Decoding replaces bytes that are not UTF-8, so the checksum does not match.
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!text.startsWith(FIRST_LINE + "\n")) {
      throw new DamagedStoreException(
          file, "line 1", text.isEmpty() ? "the file is empty" : "not a store's description");
    }
    Map<String, String> values = lines(text);
    int crcLine = text.lastIndexOf(CHECKSUM + "=");
    if (crcLine < 0
        || !Long.toHexString(checksum(text.substring(0, crcLine))).equals(values.get(CHECKSUM))) {
      throw new DamagedStoreException(file, "last line", "checksum does not match");
    }
    return values;
  }

  static Map<String, String> lines(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String row : text.split("\n")) {
      int equals = row.indexOf('=');
      if (equals > 0) {
        values.put(row.substring(0, equals), row.substring(equals + 1));
      }
    }
    return values;
  }
}
