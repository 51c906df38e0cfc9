package org.flashgrove.datasets.format;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.row.EncodedBytes;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;

/**
 * Gives access to the rows of all files of a directory. The rows are numbered consecutively over
 * all files, in the order of the files. At most {@value #MOST_OPEN} files are open at a time.
 */
final class DirectoryRows implements RowFile {
  private static final int MOST_OPEN = 64;

  private final DataDirectory directory;
  private final RowFormat format;
  private final String layer;
  private final long[] firstRows;
  private final byte[][] places;
  private final Map<Integer, RowFile> open = new LinkedHashMap<>(16, 0.75f, true);
  private final String fingerprint;
  private long size;

  /**
   * Opens a directory.
   *
   * @param encoded result of {@link #places()}, or null
   * @throws IllegalArgumentException if {@code encoded} belongs to other files
   */
  DirectoryRows(DataDirectory directory, RowFormat format, String layer, byte[] encoded) {
    this.directory = directory;
    this.format = format;
    this.layer = layer;
    int count = directory.members().size();
    firstRows = new long[count + 1];
    places = new byte[count][];
    try {
      if (encoded != null) {
        decode(encoded);
      }
      fingerprint = readAll();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Reads the size and the number of rows of each file. Returns a hash of the paths, modification
   * times, sizes and fingerprints of all files.
   */
  private String readAll() {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      for (int i = 0; i < places.length; i++) {
        DataDirectory.Member member = directory.members().get(i);
        RowFile rows = file(i);
        firstRows[i + 1] = firstRows[i] + rows.rowCount();
        size += rows.size();
        String version =
            String.join(
                "\n",
                directory.root().relativize(member.file()).toString(),
                Files.getLastModifiedTime(member.file()).toInstant().toString(),
                Long.toString(rows.size()),
                rows.fingerprint(),
                "");
        hash.update(version.getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(hash.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(directory.root() + ": cannot be read", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private RowFile file(int number) {
    RowFile file = open.get(number);
    if (file == null) {
      if (open.size() == MOST_OPEN) {
        open.remove(open.keySet().iterator().next()).close();
      }
      DataDirectory.Member member = directory.members().get(number);
      file = format.openRows(member.file(), member.name(), layer, places[number]);
      open.put(number, file);
    }
    return file;
  }

  @Override
  public long rowCount() {
    return firstRows[places.length];
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public byte[] places() {
    return EncodedBytes.of(
        out -> {
          for (int i = 0; i < places.length; i++) {
            places[i] = file(i).places();
            out.writeUTF(directory.root().relativize(directory.members().get(i).file()).toString());
            out.writeInt(places[i].length);
            out.write(places[i]);
          }
        });
  }

  private void decode(byte[] encoded) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded))) {
      for (int i = 0; i < places.length; i++) {
        String file = directory.root().relativize(directory.members().get(i).file()).toString();
        boolean isSame = in.readUTF().equals(file);
        int length = in.readInt();
        if (!isSame || length < 0 || length > in.available()) {
          throw new IllegalArgumentException("places of other files");
        }
        places[i] = in.readNBytes(length);
      }
      if (in.read() >= 0) {
        throw new IllegalArgumentException("places of more files");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("places that end too early", e);
    }
  }

  /**
   * Checks that all files have the same schema. Otherwise, a query whose results come from several
   * files could fail after its first results.
   */
  private void requireSameSchema() {
    long[] noRows = {};
    List<DirectoryFeatures.Part> parts = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      int number = i;
      parts.add(
          new DirectoryFeatures.Part(
              directory.members().get(i), () -> file(number).rows(noRows), firstRows[i]));
    }
    try (FeatureCursor files = new DirectoryFeatures(directory, parts)) {
      files.next(); // opens all files, as none of them has a row here
    }
  }

  @Override
  public void forEachBounds(long firstRow, BadRowPolicy policy, EntrySink sink) {
    requireSameSchema();
    for (int i = 0; i < places.length; i++) {
      long first = firstRows[i];
      file(i)
          .forEachBounds(
              Math.max(0, firstRow - first),
              policy,
              (row, minX, minY, maxX, maxY) -> sink.accept(first + row, minX, minY, maxX, maxY));
    }
  }

  @Override
  public FeatureCursor rows(long[] numbers) {
    return rows(numbers, RowFile::rows);
  }

  @Override
  public FeatureCursor rows(long[] numbers, Set<String> attributes) {
    return rows(numbers, (file, own) -> file.rows(own, attributes));
  }

  private FeatureCursor rows(long[] numbers, BiFunction<RowFile, long[], FeatureCursor> opener) {
    List<DirectoryFeatures.Part> parts = new ArrayList<>();
    for (int from = 0; from < numbers.length || parts.isEmpty(); ) {
      int number = from < numbers.length ? fileOf(numbers[from]) : 0;
      int end = from;
      while (end < numbers.length && numbers[end] < firstRows[number + 1]) {
        end++;
      }
      long first = firstRows[number];
      long[] own = Arrays.stream(numbers, from, end).map(each -> each - first).toArray();
      parts.add(
          new DirectoryFeatures.Part(
              directory.members().get(number), () -> opener.apply(file(number), own), first));
      from = end;
    }
    return new DirectoryFeatures(directory, parts);
  }

  /** Returns the index of the file that contains a row. */
  private int fileOf(long row) {
    if (row < 0 || row >= rowCount()) {
      throw new IllegalArgumentException("row " + row + " (allowed: below " + rowCount() + ")");
    }
    int low = 0;
    int high = places.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (row < firstRows[middle + 1]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @Override
  public void close() {
    open.values().forEach(RowFile::close);
    open.clear();
  }
}
