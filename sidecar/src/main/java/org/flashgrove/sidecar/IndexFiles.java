package org.flashgrove.sidecar;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.flashgrove.datasets.row.RowFile;
import org.jspecify.annotations.Nullable;

/** Files of an index: a store of entries, the places of rows, and a description of the source. */
final class IndexFiles {
  private static final String ENDING = ".flashgrove";
  private static final String ENTRIES = "entries";
  private static final String PLACES = "places";
  private static final String DESCRIPTION = "source.properties";
  private static final String FORMAT = "1";

  private IndexFiles() {}

  /** Returns the directory of the index of a file: its name with {@code .flashgrove} behind it. */
  static Path directoryOf(Path file) {
    return file.resolveSibling(file.getFileName() + ENDING);
  }

  static Path entries(Path directory) {
    return directory.resolve(ENTRIES);
  }

  /** Returns what identifies a version of a file. */
  static Properties describe(Path file, RowFile rows, String layer) throws IOException {
    Properties description = new Properties();
    description.setProperty("format", FORMAT);
    description.setProperty("size", Long.toString(rows.size()));
    description.setProperty("modified", Files.getLastModifiedTime(file).toInstant().toString());
    description.setProperty("fingerprint", rows.fingerprint());
    description.setProperty("layer", layer == null ? "" : layer);
    return description;
  }

  /** Writes all but the entries, and makes them durable. */
  static void write(Path directory, byte[] places, Properties description) throws IOException {
    Path file = directory.resolve(PLACES);
    Files.write(file, places);
    force(file);
    description.setProperty("places", Integer.toHexString(checksum(places)));
    Path text = directory.resolve(DESCRIPTION);
    try (Writer out = Files.newBufferedWriter(text)) {
      description.store(out, null);
    }
    force(text);
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static int checksum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  /**
   * Reads the description of an index.
   *
   * @param file the indexed file
   * @throws StaleIndexException if there is no index of a format that is known
   */
  static Properties readDescription(Path file) {
    Properties description = new Properties();
    Path text = directoryOf(file).resolve(DESCRIPTION);
    try (Reader in = Files.newBufferedReader(text)) {
      description.load(in);
    } catch (NoSuchFileException e) {
      throw stale(file, "has no index");
    } catch (IOException e) {
      throw new UncheckedIOException(text + ": cannot be read", e);
    } catch (IllegalArgumentException e) { // a damaged escape
      throw stale(file, "has a damaged index");
    }
    if (!FORMAT.equals(description.getProperty("format"))) {
      throw stale(file, "has an index of an unknown format");
    }
    return description;
  }

  /** Returns the number of indexed features. */
  static long features(Path file, Properties description) {
    try {
      return Long.parseLong(description.getProperty("features", ""));
    } catch (NumberFormatException e) {
      throw stale(file, "has a damaged index");
    }
  }

  /** Returns the layer of the index that a file has, current or not; null for the default. */
  static @Nullable String layerOf(Path file) {
    try {
      String layer = readDescription(file).getProperty("layer", "");
      return layer.isEmpty() ? null : layer;
    } catch (StaleIndexException e) {
      return null;
    }
  }

  /** Throws unless a path is free or holds an index, which a new one may replace. */
  static void requireReplaceable(Path directory) {
    boolean isIndex =
        Files.exists(directory.resolve(DESCRIPTION)) || Files.exists(directory.resolve(PLACES));
    if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS) && !isIndex) {
      throw new IllegalArgumentException(
          directory + ": is no index of a file (allowed: an index, or nothing)");
    }
  }

  /** Returns the exception for an index that cannot answer queries about a file. */
  static StaleIndexException stale(Path file, String problem) {
    return new StaleIndexException(
        file + ": " + problem + "; run 'flashgrove index --update " + file + "'");
  }

  /**
   * Reads the places of rows.
   *
   * @throws StaleIndexException if they are damaged
   */
  static byte[] readPlaces(Path file, Properties description) {
    Path places = directoryOf(file).resolve(PLACES);
    try {
      byte[] bytes = Files.readAllBytes(places);
      if (!Integer.toHexString(checksum(bytes)).equals(description.getProperty("places"))) {
        throw stale(file, "has a damaged index");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw stale(file, "has a damaged index");
    } catch (IOException e) {
      throw new UncheckedIOException(places + ": cannot be read", e);
    }
  }

  /** Throws if the file is not the version that was indexed. */
  static void requireSame(Path file, Properties indexed, Properties now) {
    for (String each : List.of("size", "modified", "fingerprint")) {
      if (!now.getProperty(each).equals(indexed.getProperty(each))) {
        throw stale(file, "changed after it was indexed");
      }
    }
  }

  /** Puts a complete index in place of an older one. */
  static void replace(Path directory, Path complete) throws IOException {
    if (Files.exists(directory)) {
      Path old = complete.resolveSibling(complete.getFileName() + ".old");
      Files.move(directory, old);
      Files.move(complete, directory);
      delete(old);
    } else {
      Files.move(complete, directory);
    }
  }

  /** Deletes a directory and its files, if it is there. */
  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
