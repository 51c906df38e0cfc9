package org.flashgrove.unitspace.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;

/**
 * Catalog of the files on the device, stored at the front of the device in two alternating copies.
 *
 * <pre>
 * offset  bytes  field
 *      0      4  magic
 *      4      2  format version
 *      6      2  1 if lengths are exact, 0 if files may have grown in their last chunks
 *      8      4  bytes used
 *     12      4  CRC-32C of the bytes used with this field zero
 *     16      8  sequence number, odd ones in the second copy
 *     24      4  number of files
 *     28      4  zero
 *     32         files: length 8, chunks 4, bytes of the name 4, name, chunk numbers 4 each
 * </pre>
 */
public final class PartitionCatalog {
  /** Maximum length of a file name in bytes. */
  public static final int LONGEST_NAME = 64;

  /** Maximum number of files. */
  public static final int MOST_FILES = 64;

  private static final int FORMAT_VERSION = 1;
  private static final int MAGIC = 0x31_43_47_46; // "FGC1" on the device
  private static final int AT_MAGIC = 0;
  private static final int AT_FORMAT = 4;
  private static final int AT_EXACT = 6;
  private static final int AT_BYTES = 8;
  private static final int AT_CRC = 12;
  private static final int AT_SEQUENCE = 16;
  private static final int AT_FILES = 24;
  private static final int HEADER_BYTES = 32;
  private static final int FILE_HEADER_BYTES = 16;

  private PartitionCatalog() {}

  /**
   * Entry of a file in a catalog.
   *
   * @param name name of the file
   * @param sizeBytes length of the file in bytes
   * @param chunks numbers of the file's chunks
   */
  public record Entry(String name, long sizeBytes, int[] chunks) {}

  /**
   * Content of a catalog.
   *
   * @param sequence sequence number of the catalog
   * @param exact whether the lengths are exact; if not, a file may have grown within its last chunk
   * @param files entries of all files
   */
  public record Content(long sequence, boolean exact, List<Entry> files) {}

  /** Returns the maximum size in bytes of a catalog for {@code chunkCount} chunks. */
  public static long mostBytes(long chunkCount) {
    return HEADER_BYTES
        + (long) MOST_FILES * (FILE_HEADER_BYTES + LONGEST_NAME)
        + chunkCount * Integer.BYTES;
  }

  /**
   * Writes a catalog to the front of the buffer {@code into}. Returns the catalog's size in bytes.
   */
  public static int write(Content content, ByteBuffer into) {
    into.putInt(AT_MAGIC, MAGIC);
    into.putShort(AT_FORMAT, (short) FORMAT_VERSION);
    into.putShort(AT_EXACT, (short) (content.exact() ? 1 : 0));
    into.putInt(AT_CRC, 0);
    into.putLong(AT_SEQUENCE, content.sequence());
    into.putInt(AT_FILES, content.files().size());
    into.putInt(AT_FILES + Integer.BYTES, 0);
    int at = HEADER_BYTES;
    for (Entry file : content.files()) {
      byte[] name = file.name().getBytes(StandardCharsets.UTF_8);
      into.putLong(at, file.sizeBytes());
      into.putInt(at + Long.BYTES, file.chunks().length);
      into.putInt(at + Long.BYTES + Integer.BYTES, name.length);
      into.put(at + FILE_HEADER_BYTES, name);
      at += FILE_HEADER_BYTES + name.length;
      for (int chunk : file.chunks()) {
        into.putInt(at, chunk);
        at += Integer.BYTES;
      }
    }
    into.putInt(AT_BYTES, at);
    into.putInt(AT_CRC, checksum(into, 0, at));
    return at;
  }

  /** Returns the CRC-32C of bytes {@code [from, end)} of a buffer. */
  static int checksum(ByteBuffer bytes, int from, int end) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().clear().position(from).limit(end));
    return (int) crc.getValue();
  }

  /**
   * Returns the size in bytes of the catalog at the front of the buffer {@code from}, according to
   * the catalog's header. Returns 0 if the header is invalid or the size exceeds {@code most}.
   */
  public static int bytes(ByteBuffer from, int most) {
    int length = from.getInt(AT_BYTES);
    boolean is = from.getInt(AT_MAGIC) == MAGIC && length >= HEADER_BYTES && length <= most;
    return is ? length : 0;
  }

  /**
   * Reads the catalog at the front of the buffer {@code from}. Returns {@code null} if the checksum
   * does not match, for example after a torn write.
   *
   * @throws UnsupportedFormatException if a newer version of this library wrote the catalog
   * @throws DamagedStoreException if the checksum is correct but the content is invalid
   */
  public static Content read(String device, ByteBuffer from, int length) {
    int stored = from.getInt(AT_CRC);
    from.putInt(AT_CRC, 0);
    if (checksum(from, 0, length) != stored) {
      return null;
    }
    int format = from.getShort(AT_FORMAT);
    if (format > FORMAT_VERSION) {
      throw new UnsupportedFormatException(device + ", catalog", format, FORMAT_VERSION);
    }
    int fileCount = from.getInt(AT_FILES);
    List<Entry> files = new ArrayList<>();
    int at = HEADER_BYTES;
    try {
      for (int i = 0; i < fileCount; i++) {
        int[] chunks = new int[from.getInt(at + Long.BYTES)];
        byte[] name = new byte[from.getInt(at + Long.BYTES + Integer.BYTES)];
        long size = from.getLong(at);
        from.get(at + FILE_HEADER_BYTES, name);
        at += FILE_HEADER_BYTES + name.length;
        for (int k = 0; k < chunks.length; k++) {
          chunks[k] = from.getInt(at);
          at += Integer.BYTES;
        }
        files.add(new Entry(new String(name, StandardCharsets.UTF_8), size, chunks));
      }
    } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new DamagedStoreException(
          device, "catalog", "the checksum matches, but the entries are impossible");
    }
    return new Content(from.getLong(AT_SEQUENCE), from.getShort(AT_EXACT) == 1, files);
  }
}
