package org.flashgrove.spark.write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.NumberOption;
import org.flashgrove.storage.log.SyncMode;

/**
 * Settings of the tables of a dataset. A dataset keeps the settings of its first write.
 *
 * @param index spec of the index on the geometry, such as {@code rstar}
 * @param pageSize size of a page in bytes
 * @param indexed columns that have a B+-tree index each
 */
public record TableSettings(String index, int pageSize, List<String> indexed) {
  /** Option: spec of the index on the geometry. */
  public static final String INDEX = "index";

  /** Option: size of a page in bytes. */
  public static final String PAGE_SIZE = "pageSize";

  /** Option: names of columns that get a B+-tree, separated by commas. */
  public static final String INDEXED = "indexed";

  private static final String USUAL_INDEX = "rstar";
  private static final int USUAL_PAGE = 4096;
  private static final int LEAST_PAGE = 512;
  private static final int MOST_PAGE = 65_536;

  /** Settings of the page cache of each index in an open table: 2 MiB for nodes. */
  private static final String POOL = "none:buffer=2M";

  private static final long CACHE_BYTES = 2L << 20;

  /** Name of the index on the geometry. */
  private static final String GEOMETRY_INDEX = "geometry";

  /** Reads settings from options. */
  public static TableSettings of(CaseInsensitiveStringMap options) {
    return new TableSettings(
        options.getOrDefault(INDEX, USUAL_INDEX),
        (int) NumberOption.of(options, PAGE_SIZE, USUAL_PAGE, LEAST_PAGE, MOST_PAGE),
        names(options.getOrDefault(INDEXED, "")));
  }

  /** Reads settings from a manifest. */
  public static TableSettings of(Map<String, String> settings) {
    return of(new CaseInsensitiveStringMap(settings));
  }

  private static List<String> names(String text) {
    return text.isBlank() ? List.of() : List.of(text.trim().split("\\s*,\\s*"));
  }

  /** Returns the settings in the form in which a manifest stores them. */
  public Map<String, String> map() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put(INDEX, index);
    map.put(PAGE_SIZE, Integer.toString(pageSize));
    map.put(INDEXED, String.join(",", indexed));
    return map;
  }

  /**
   * Returns the options for creating a table.
   *
   * @throws IllegalArgumentException if a setting is invalid; the message lists the allowed values
   */
  public TableOptions options(Columns columns) {
    TableOptions options =
        TableOptions.defaults()
            .withPageSize(pageSize)
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withFlash(POOL)
            .withCache(CACHE_BYTES)
            .withAttributes(columns.attributes())
            .withIndex(GEOMETRY_INDEX, index);
    for (int i = 0; i < indexed.size(); i++) {
      int column = columns.indexOf(indexed.get(i));
      if (column < 0 || columns.isGeometry(column)) {
        throw new IllegalArgumentException(
            "option indexed: column '"
                + indexed.get(i)
                + "' (allowed: columns beside the geometry, with commas between them)");
      }
      String attribute = columns.attributes().attribute(columns.attribute(column)).name();
      options = options.withAttributeIndex("column" + i, attribute);
    }
    return options;
  }
}
