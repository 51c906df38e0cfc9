package org.flashgrove.datasets.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.flashgrove.datasets.csv.CsvFormat;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.file.FileSignature;
import org.flashgrove.datasets.flatgeobuf.FlatGeobufFormat;
import org.flashgrove.datasets.geojson.GeoJsonFormat;
import org.flashgrove.datasets.geopackage.GeoPackageFormat;
import org.flashgrove.datasets.osm.OsmFormat;
import org.flashgrove.datasets.wkt.WktFormat;

/**
 * Known formats: those of this module and those that other modules provide as services. The first
 * format is used for streams and for files without an extension.
 */
public final class DataFormats {
  private static final List<DataFormat> ALL = found();

  /** Extension of Parquet files. This known format is in another module, so it may be absent. */
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
   * Returns the format of a file.
   *
   * @param path name of the file
   * @param options options of the user
   * @throws IllegalArgumentException if the format that the user names, or else the file extension,
   *     is unknown
   */
  public static DataFormat of(String path, FormatOptions options) {
    if (options.format() != null) {
      return named(options.format());
    }
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    String unpacked = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    for (DataFormat format : ALL) {
      if (format.endings().stream().anyMatch(unpacked::endsWith)) {
        return format;
      }
    }
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

  private static DataFormat named(String name) {
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
