package org.flashgrove.datasets.feature;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

/**
 * Options of a user for reading a file. A format refuses options that it does not know.
 *
 * @param format the name of the format; null for that of the file's ending
 * @param delimiter what separates the fields of a CSV file; null for a comma
 * @param columns which columns of a CSV file, by their names in its header, are {@code id}, {@code
 *     x}, {@code y}, {@code wkt} and so on; {@link #ROW_NUMBER} for an id counts rows
 * @param layer which features of a file with several kinds; null for the only one
 * @param tags which tags of OpenStreetMap become attributes
 * @param encoding the encoding of a text file; null for UTF-8
 */
public record FormatOptions(
    String format,
    Character delimiter,
    Map<String, String> columns,
    String layer,
    List<String> tags,
    Charset encoding) {
  /** Nothing is said: the format is that of the file's ending. */
  public static final FormatOptions BY_ENDING = named(null);

  /** In {@link #columns}, in place of the column of ids: features are counted from 1. */
  public static final String ROW_NUMBER = "#";

  /** Keeps copies. */
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

  /** Returns options that say a format, or null for that of the file's ending, and nothing else. */
  public static FormatOptions named(String format) {
    return new FormatOptions(format, null, Map.of(), null, List.of());
  }

  /** Returns a copy with another layer. */
  public FormatOptions withLayer(String name) {
    return new FormatOptions(format, delimiter, columns, name, tags, encoding);
  }

  /**
   * Refuses what one format alone understands.
   *
   * @param reader the format that reads the file, for the message
   * @param text whether the format is text, which has an encoding
   * @param csv whether it has delimiters and columns
   * @param layers whether it has layers
   * @param tagged whether it has tags
   * @throws IllegalArgumentException naming the option and where it is allowed
   */
  public void requireKnown(
      String reader, boolean text, boolean csv, boolean layers, boolean tagged) {
    if (!csv && (delimiter != null || !columns.isEmpty())) {
      throw new IllegalArgumentException(
          "a delimiter or columns for " + reader + " (allowed: for csv)");
    }
    if (!text && encoding != null) {
      throw new IllegalArgumentException(
          "an encoding of " + reader + " (allowed: of csv, geojson, wkt)");
    }
    if (!layers && layer != null) {
      throw new IllegalArgumentException(
          "a layer of " + reader + " (allowed: of osm, geopackage, geoparquet)");
    }
    if (!tagged && !tags.isEmpty()) {
      throw new IllegalArgumentException("tags of " + reader + " (allowed: of osm)");
    }
  }
}
