package org.flashgrove.access.cost;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.storage.file.StoreDirectory;
import org.jspecify.annotations.Nullable;

/**
 * File with the statistics of all indices of a store. It is written as a whole, and read when the
 * first query needs statistics. A damaged file is ignored, because statistics affect only costs.
 * Safe for use by several threads.
 */
public final class SavedStatistics {
  private static final String FILE = "store.statistics";
  private static final int FORMAT = 1;
  private static final int MOST_BYTES = 64 << 20;

  private final @Nullable StoreDirectory directory;
  private @Nullable Map<String, long[]> known;

  /**
   * Creates an object that has read nothing yet.
   *
   * @param directory directory of the file, or null to keep statistics only in memory
   */
  public SavedStatistics(@Nullable StoreDirectory directory) {
    this.directory = directory;
  }

  /** Returns the saved statistics of an index, or null if there are none. */
  synchronized long @Nullable [] get(String index) {
    return all().get(index);
  }

  private Map<String, long[]> all() {
    Map<String, long[]> all = known;
    if (all == null) {
      all = directory == null ? new TreeMap<>() : read(directory);
      known = all;
    }
    return all;
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static int length(ByteBuffer bytes, int unit) {
    int length = bytes.getInt();
    if (length < 0 || length > bytes.remaining() / unit) {
      throw new BufferUnderflowException();
    }
    return length;
  }

  private static Map<String, long[]> read(StoreDirectory directory) {
    Map<String, long[]> all = new TreeMap<>();
    try {
      byte[] content =
          directory.exists(FILE) ? directory.firstBytes(FILE, MOST_BYTES) : new byte[0];
      int end = content.length - Integer.BYTES;
      ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
      if (end <= 0
          || checksum(bytes.slice(0, end)) != bytes.getInt(end)
          || bytes.getInt() != FORMAT) {
        return all;
      }
      while (bytes.position() < end) {
        byte[] name = new byte[length(bytes, 1)];
        bytes.get(name);
        long[] words = new long[length(bytes, Long.BYTES)];
        for (int i = 0; i < words.length; i++) {
          words[i] = bytes.getLong(); // a LongBuffer on the heap would be the first of its class
        }
        all.put(new String(name, StandardCharsets.UTF_8), words);
      }
    } catch (StoreException | BufferUnderflowException e) {
      all.clear();
    }
    return all;
  }

  /**
   * Saves statistics of indices. They are durable when the call returns.
   *
   * @param fresh statistics by index; they replace saved statistics of the same index
   * @param present all indices of the store; statistics of others are removed
   */
  public synchronized void save(Map<String, long[]> fresh, Iterable<String> present) {
    Map<String, long[]> all = new TreeMap<>();
    for (String index : present) {
      long[] words = fresh.getOrDefault(index, all().get(index));
      if (words != null) {
        all.put(index, words);
      }
    }
    if (directory != null) {
      directory.replace(FILE, bytes(all));
      directory.sync();
    }
    known = all;
  }

  /** Copies the statistics, if any, to the directory of another store. The caller syncs it. */
  public synchronized void copyTo(StoreDirectory other) {
    if (!all().isEmpty()) {
      other.replace(FILE, bytes(all()));
    }
  }

  private static byte[] bytes(Map<String, long[]> all) {
    int length = 2 * Integer.BYTES;
    for (Map.Entry<String, long[]> each : all.entrySet()) {
      length += 2 * Integer.BYTES + each.getKey().getBytes(StandardCharsets.UTF_8).length;
      length += Long.BYTES * each.getValue().length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN).putInt(FORMAT);
    all.forEach(
        (index, words) -> {
          byte[] name = index.getBytes(StandardCharsets.UTF_8);
          bytes.putInt(name.length).put(name).putInt(words.length);
          for (long word : words) {
            bytes.putLong(word);
          }
        });
    return bytes.putInt(checksum(bytes.slice(0, length - Integer.BYTES))).array();
  }
}
