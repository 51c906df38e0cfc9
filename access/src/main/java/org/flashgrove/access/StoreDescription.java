package org.flashgrove.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * The file that says what a store is: a few lines of text with a checksum, written once.
 *
 * @param storeTag what binds pages and frames to this store
 * @param options what it is made of
 */
record StoreDescription(long storeTag, StoreOptions options) {
  /** Name of the file. */
  static final String FILE = "store.meta";

  /** Newest format this version reads, and the one it writes. */
  static final int FORMAT_VERSION = 2;

  /** The format that knew no other placement than home, and did not say so. */
  private static final int HOME_ONLY_FORMAT = 1;

  private static final String FIRST_LINE = "flashgrove store";
  private static final int LARGEST_FILE = 65_536;

  /** Writes the file; it is there, whole, after the directory's next sync. */
  void write(StoreDirectory directory) {
    StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
    line(text, "format", FORMAT_VERSION);
    line(text, "tag", Long.toHexString(storeTag));
    line(text, "pageSize", options.pageSize());
    line(text, "index", options.index());
    line(text, "flash", options.flash());
    line(text, "device", options.device());
    line(text, "sync", options.sync());
    String body = text.toString();
    line(text, "crc32c", Long.toHexString(checksum(body)));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    ByteBuffer copy = AlignedBuffers.allocate(bytes.length).put(0, bytes);
    String fresh = FILE + ".new";
    directory.delete(fresh);
    try (RawFile file = directory.create(fresh, RawFile.Caching.BUFFERED)) {
      file.write(0, copy, 0, bytes.length);
      file.sync();
    }
    directory.rename(fresh, FILE);
  }

  private static void line(StringBuilder text, String key, Object value) {
    text.append(key).append('=').append(value).append('\n');
  }

  private static long checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }

  /**
   * Reads the description of the store in a directory.
   *
   * @throws StoreIoException if there is none
   * @throws DamagedStoreException if it is damaged
   * @throws UnsupportedFormatException if a newer version wrote it
   */
  static StoreDescription read(Path directory) {
    Path file = directory.resolve(FILE);
    String text;
    try {
      if (!Files.isRegularFile(file)) {
        throw new StoreIoException(directory + ": not a store (no file " + FILE + ")");
      }
      if (Files.size(file) > LARGEST_FILE) {
        throw new DamagedStoreException(file.toString(), "header", "too long for a description");
      }
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new StoreIoException(file + ": cannot be read: " + e.getMessage(), e);
    }
    return parse(file.toString(), text);
  }

  /** Reads the description in a directory that somebody else keeps; fails as the other does. */
  static StoreDescription read(StoreDirectory directory) {
    if (!directory.exists(FILE)) {
      throw new StoreIoException(directory.name() + ": not a store (no file " + FILE + ")");
    }
    try (RawFile file = directory.open(FILE, RawFile.Caching.BUFFERED)) {
      if (file.sizeBytes() > LARGEST_FILE) {
        throw new DamagedStoreException(file.name(), "header", "too long for a description");
      }
      ByteBuffer copy = AlignedBuffers.allocate(LARGEST_FILE);
      byte[] bytes = new byte[file.read(0, copy, 0, (int) file.sizeBytes())];
      copy.get(0, bytes);
      return parse(file.name(), new String(bytes, StandardCharsets.ISO_8859_1));
    }
  }

  /** The format that the description of a store says, without a look at anything else. */
  static int format(StoreDirectory directory) {
    String format = DescriptionRemains.lines(directory).get("format");
    return format == null ? 0 : Integer.parseInt(format);
  }

  /** A device's spec of the first format, which wrote pages in place without saying so. */
  private static String atHome(String device) {
    if (Spec.parse(device).has("placement")) {
      return device;
    }
    return device + (device.contains(":") ? "," : ":") + "placement=home";
  }

  private static StoreDescription parse(String file, String text) {
    if (!text.startsWith(FIRST_LINE + "\n")) {
      throw new DamagedStoreException(
          file, "line 1", text.isEmpty() ? "the file is empty" : "not a store's description");
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String row : text.substring(FIRST_LINE.length() + 1).split("\n")) {
      int equals = row.indexOf('=');
      if (equals > 0) {
        values.put(row.substring(0, equals), row.substring(equals + 1));
      }
    }
    int crcLine = text.lastIndexOf("crc32c=");
    if (crcLine < 0
        || !Long.toHexString(checksum(text.substring(0, crcLine))).equals(values.get("crc32c"))) {
      throw new DamagedStoreException(file, "last line", "checksum does not match");
    }
    try {
      int format = Integer.parseInt(values.get("format"));
      if (format > FORMAT_VERSION) {
        throw new UnsupportedFormatException(file, format, FORMAT_VERSION);
      }
      return new StoreDescription(
          Long.parseUnsignedLong(values.get("tag"), 16),
          new StoreOptions(
              values.get("index"),
              values.get("flash"),
              format == HOME_ONLY_FORMAT ? atHome(values.get("device")) : values.get("device"),
              Integer.parseInt(values.get("pageSize")),
              values.get("sync")));
    } catch (NullPointerException | NumberFormatException | SpecException e) {
      throw new DamagedStoreException(file, "description", String.valueOf(e.getMessage()));
    }
  }
}
