package org.flashgrove.datasets.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.flashgrove.datasets.InputException;

/**
 * Kinds of files that are recognized by their first bytes, so that messages can name an unexpected
 * kind.
 */
public enum FileSignature {
  ZIP("a zip archive", "the file in it, unpacked", "PK\u0003\u0004"),
  EMPTY_ZIP("an empty zip archive", "a data file", "PK\u0005\u0006"),
  ZSTD("packed by zstd", "plain text or gzip", "(\u00b5/\u00fd"),
  BZIP2("packed by bzip2", "plain text or gzip", "BZh"),
  XZ("packed by xz", "plain text or gzip", "\u00fd7zXZ\u0000"),
  SEVEN_ZIP("a 7-Zip archive", "the file in it, unpacked", "7z\u00bc\u00af'\u001c"),
  GZIP("packed by gzip", "the file in it, unpacked", "\u001f\u008b"),
  SHAPEFILE("a shapefile", "GeoPackage or GeoJSON, as GDAL makes of it", "\u0000\u0000'\n"),
  PARQUET("Parquet", "a file of the format, or --format geoparquet", "PAR1"),
  ARROW("Arrow", "GeoPackage or FlatGeobuf, as GDAL makes of it", "ARROW1"),
  SQLITE("a database of SQLite", "a file of the format, or --format geopackage", "SQLite format 3"),
  FLATGEOBUF("FlatGeobuf", "a file of the format, or --format flatgeobuf", "fgb\u0003fgb"),
  PDF("PDF", "a data file", "%PDF-"),
  UTF_16_BIG("UTF-16", "UTF-8, or --encoding UTF-16", "\u00fe\u00ff"),
  UTF_16_LITTLE("UTF-16", "UTF-8, or --encoding UTF-16", "\u00ff\u00fe");

  /** Length of the longest signature in bytes. */
  static final int MOST_BYTES = 16;

  private final String shownName;
  private final String allowed;
  private final byte[] beginning;

  FileSignature(String shownName, String allowed, String beginning) {
    this.shownName = shownName;
    this.allowed = allowed;
    this.beginning = beginning.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns the kind of a file with these first bytes, or null if it is unknown. */
  static FileSignature of(byte[] first) {
    for (FileSignature kind : values()) {
      if (kind.begins(first)) {
        return kind;
      }
    }
    return null;
  }

  /** Returns whether further bytes could complete a known signature. */
  static boolean mayBeKnown(byte[] first, int count) {
    for (FileSignature kind : values()) {
      if (count < kind.beginning.length && kind.agrees(first, count)) {
        return true;
      }
    }
    return false;
  }

  private boolean begins(byte[] first) {
    return first.length >= beginning.length && agrees(first, beginning.length);
  }

  private boolean agrees(byte[] first, int count) {
    return Arrays.equals(first, 0, count, beginning, 0, count);
  }

  /** Returns whether the file is UTF-16 text. */
  boolean isWideText() {
    return this == UTF_16_BIG || this == UTF_16_LITTLE;
  }

  /**
   * Returns an exception whose message says that a file is of this kind and not of the expected
   * kind.
   */
  public InputException unexpected(String file) {
    return new InputException(file, 0, "is " + shownName, allowed);
  }

  /**
   * Throws an exception if the first bytes of an existing file show one of the known kinds. Does
   * nothing if the file cannot be read.
   *
   * @param shownName name of the file in messages
   * @throws InputException if the kind is known; the message names the kind
   */
  public static void requireUnknown(Path file, String shownName) {
    if (Files.isRegularFile(file) && Files.isReadable(file)) {
      require(file, shownName, null);
    }
  }

  /**
   * Throws an exception if the first bytes of a file show a known kind other than the expected one.
   *
   * @param shownName name of the file in messages
   * @param expected expected kind; null if files of the expected format have no signature
   * @throws InputException if the file is of another known kind; the message names that kind
   */
  public static void require(Path file, String shownName, FileSignature expected) {
    try (InputStream bytes = Files.newInputStream(file)) {
      FileSignature found = of(bytes.readNBytes(MOST_BYTES));
      if (found != null && found != expected) {
        throw found.unexpected(shownName);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(shownName + ": cannot be read", e);
    }
  }
}
