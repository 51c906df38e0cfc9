package org.flashgrove.datasets.feature;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

/**
 * Options of a user for reading a file. A format rejects options that it does not support.
 *
 * @param format name of the format; null to use the file extension
 * @param delimiter delimiter of a CSV file; null for the default
 * @param columns names of the CSV columns for roles such as {@code id}, {@code x}, {@code y} and
 *     {@code wkt}; {@link #ROW_NUMBER} as the column of {@code id} numbers the rows
 * @param layer name of the layer to read; null if the file has only one layer
 * @param tags tags of OpenStreetMap that become attributes
 * @param encoding encoding of a text file; null for UTF-8
 */
public record FormatOptions(
    String format,
    Character delimiter,
    Map<String, String> columns,
    String layer,
    List<String> tags,
    Charset encoding) {
  /** No options. The file extension determines the format. */
  public static final FormatOptions BY_ENDING = named(null);

  /**
   * Stands in {@link #columns} for the column of the role {@code id} to number the features from 1.
   */
  public static final String ROW_NUMBER = "#";

  /** Copies the collections. */
  public FormatOptions {
    columns = Map.copyOf(columns);
    tags = List.copyOf(tags);
  }

  /** Creates options without an encoding. */
  public FormatOptions(
      String format,
      Character delimiter,
      Map<String, String> columns,
      String layer,
      List<String> tags) {
    this(format, delimiter, columns, layer, tags, null);
  }

  /**
   * Returns options that give only a format. If {@code format} is null, the file extension
   * determines the format.
   */
  public static FormatOptions named(String format) {
    return new FormatOptions(format, null, Map.of(), null, List.of());
  }

  /** Returns a copy with another layer. */
  public FormatOptions withLayer(String name) {
    return new FormatOptions(format, delimiter, columns, name, tags, encoding);
  }

  /**
   * Throws an exception for options that the format does not support.
   *
   * @param reader name of the format, for the message
   * @param text whether the format is text, which has an encoding
   * @param csv whether the format has delimiters and columns
   * @param layers whether the format has layers
   * @param tagged whether the format has tags
   * @throws IllegalArgumentException if an option is not supported; the message names the option
   *     and the formats that allow it
   */
  public void requireKnown(
      String reader, boolean text, boolean csv, boolean layers, boolean tagged) {
    if (!csv && (delimiter != null || !columns.isEmpty())) {
      throw new IllegalArgumentException(
          "format " + reader + ": has no delimiter or columns; set them only for csv");
    }
    if (!text && encoding != null) {
      throw new IllegalArgumentException(
          "format " + reader + ": has no encoding; set an encoding only for csv, geojson, wkt");
    }
    if (!layers && layer != null) {
      throw new IllegalArgumentException(
          "format " + reader + ": has no layers; set a layer only for osm, geopackage, geoparquet");
    }
    if (!tagged && !tags.isEmpty()) {
      throw new IllegalArgumentException(
          "format " + reader + ": has no tags; set tags only for osm");
    }
  }
}
