package org.flashgrove.datasets.format;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.csv.CsvFormat;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.file.FileSignature;
import org.flashgrove.datasets.flatgeobuf.FlatGeobufFormat;
import org.flashgrove.datasets.geojson.GeoJsonFormat;
import org.flashgrove.datasets.geopackage.GeoPackageFormat;
import org.flashgrove.datasets.osm.OsmFormat;
import org.flashgrove.datasets.row.RowFormat;
import org.flashgrove.datasets.wkt.WktFormat;

/**
 * Registry of the formats of this module and of formats that other modules provide as services.
 * Streams and files without an extension are read and written as CSV, unless the user names another
 * format.
 */
public final class DataFormats {
  private static final List<DataFormat> ALL = found();

  /**
   * Extension of Parquet files. The format is in another module, which may be absent at run time.
   */
  private static final String PARQUET = ".parquet";

  private DataFormats() {}

  private static List<DataFormat> found() {
    List<DataFormat> all =
        new ArrayList<>(
            List.of(
                new CsvFormat(),
                new GeoJsonFormat(),
                new WktFormat(),
                new OsmFormat(),
                new FlatGeobufFormat(),
                new GeoPackageFormat()));
    ServiceLoader.load(DataFormat.class, DataFormats.class.getClassLoader()).forEach(all::add);
    return List.copyOf(all);
  }

  /** Returns all formats. */
  public static List<DataFormat> all() {
    return ALL;
  }

  /**
   * Returns the format of a file, or of the files of a directory. The user's choice comes before
   * the file extension.
   *
   * @param path name of the file or directory
   * @param options options of the user
   * @throws IllegalArgumentException if the format is unknown
   */
  public static DataFormat of(String path, FormatOptions options) {
    Path directory = directoryOf(path);
    return directory != null ? new DirectoryFormat(directory, options) : ofFile(path, options);
  }

  /**
   * Returns the format of a file, which need not exist. The user's choice comes before the file
   * extension.
   *
   * @param path name of the file
   * @param options options of the user
   * @throws IllegalArgumentException if the format is unknown
   */
  public static DataFormat ofFile(String path, FormatOptions options) {
    if (options.format() != null) {
      return named(options.format());
    }
    DataFormat known = byEnding(path);
    if (known != null) {
      return known;
    }
    String unpacked = unpackedName(path);
    if (unpacked.endsWith(PARQUET)) {
      throw new IllegalArgumentException(
          path + ": GeoParquet is not available; add the artifact flashgrove-geoparquet");
    }
    if (hasEnding(unpacked)) {
      FileSignature.requireUnknown(
          Path.of(path), path); // throws a message that names the kind, if it is recognized
      throw new IllegalArgumentException(
          path
              + ": no format has the ending "
              + unpacked.substring(unpacked.lastIndexOf('.'))
              + "; name the format, or use one of its endings (allowed: "
              + String.join(", ", ALL.stream().map(DataFormats::described).toList())
              + ")");
    }
    return ALL.get(0);
  }

  /** Returns the path of an existing directory, or null. */
  private static Path directoryOf(String path) {
    try {
      Path found = Path.of(path);
      return Files.isDirectory(found) ? found : null;
    } catch (InvalidPathException e) {
      return null; // a later attempt to open the path reports the error
    }
  }

  /**
   * Returns whether the format of a file, or of the files of a directory, gives access to rows by
   * their numbers. Looks only at names, and not into files.
   */
  public static boolean hasRows(Path path) {
    if (!Files.isDirectory(path)) {
      return Files.isRegularFile(path) && byEnding(path.toString()) instanceof RowFormat;
    }
    try {
      return new DirectoryFormat(path, FormatOptions.BY_ENDING).hasRows();
    } catch (InputException e) {
      return false; // no data files, or of several formats
    }
  }

  /** Returns the format of a file by its extension, or null if it is unknown. */
  static DataFormat byEnding(String path) {
    String name = unpackedName(path);
    for (DataFormat format : ALL) {
      if (format.endings().stream().anyMatch(name::endsWith)) {
        return format;
      }
    }
    return null;
  }

  private static String unpackedName(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  /**
   * Returns whether a name has an extension. Digits after a dot, as in {@code part0.01}, are not an
   * extension.
   */
  private static boolean hasEnding(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return name.lastIndexOf('.') > 0 && !ending.chars().allMatch(Character::isDigit);
  }

  private static String described(DataFormat format) {
    return format.name() + " " + String.join(" ", format.endings());
  }

  /** Returns the format with the given name. The name is one that users may give in options. */
  static DataFormat named(String name) {
    for (DataFormat format : ALL) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        "--format "
            + name
            + " (allowed: "
            + String.join(", ", ALL.stream().map(DataFormat::name).toList())
            + ")");
  }
}
