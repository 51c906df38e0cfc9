package org.flashgrove.cli.design;

import java.util.List;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.input.AttributeFinder;
import org.flashgrove.core.spec.Spec;
import picocli.CommandLine.Option;

/** Options for a new store with a table. */
public final class TableOptionsGroup {
  /** Maximum memory that the user may request, in bytes. */
  public static final long MOST_BYTES = Long.MAX_VALUE / 2;

  private static final String KEY_INDEX = "bplus";

  @Option(
      names = "--table",
      description =
          "Create a table, which stores keys, geometries and attributes, so that queries are exact."
              + " Each --index is then NAME=SPEC; bplus is an index on the key (default: geom=grove"
              + " and key=bplus; but geom=rstar with --flash, or with a --bulk that only trees"
              + " support).")
  private boolean asked;

  @Option(
      names = "--cache",
      paramLabel = "BYTES",
      description =
          "Memory of the page cache for a table's records, at least eight pages (default: a part of"
              + " --memory, or 8M).")
  private String cache;

  @Option(
      names = "--attributes",
      paramLabel = "WHAT",
      defaultValue = "all",
      description =
          "Attributes of a table: all that the files have (the default), none, or"
              + " NAME[:TYPE[?]]/..., such as owner:string/height:double?, where ? allows null."
              + " Types are boolean, int, long, double, decimal, string, bytes, date, instant,"
              + " uuid. Without a type, the command infers it from the data. The spec of an index"
              + " on an attribute is NAME=bplus:attribute=NAME.")
  private String attributes;

  /** Returns a finder that determines the attributes that the user requested. */
  public AttributeFinder finder() {
    return new AttributeFinder(attributes);
  }

  /** Returns whether the user requested a table. */
  public boolean isAsked() {
    return asked;
  }

  /**
   * Returns the options of the table.
   *
   * @param group options of the user with the indexes, each as NAME=SPEC or SPEC, and with metric,
   *     device, page size, sync mode and buffer; default indexes are used if the user gave none
   * @param extent minX, minY, maxX, maxY of all data, for indexes that need a domain
   * @param schema attributes of the table; null if they are not known yet, which omits indexes on
   *     attributes
   */
  public TableOptions options(StoreOptionsGroup group, double[] extent, Schema schema) {
    TableOptions options = group.tableOptions();
    List<String> indices = group.indices();
    List<String> usual = List.of("geom=" + group.usualIndex(), "key=" + KEY_INDEX);
    if (cache != null) {
      long least = 8L * options.pageSize();
      options = options.withCache(Numbers.bytes("--cache", cache, least, MOST_BYTES));
    }
    if (schema != null) {
      options = options.withAttributes(schema);
    }
    for (String text : indices.isEmpty() ? usual : indices) {
      int equals = text.indexOf('=');
      int colon = text.indexOf(':');
      boolean named = equals >= 0 && (colon < 0 || equals < colon);
      String spec = named ? text.substring(equals + 1) : text;
      boolean onKey = Spec.parse(spec).name().equals(KEY_INDEX);
      if (schema == null && Spec.parse(spec).has("attribute")) {
        continue;
      }
      String name = named ? text.substring(0, equals) : onKey ? "key" : "geom";
      options = options.withIndex(name, onKey ? spec : Domains.with(spec, extent));
    }
    options.design(); // rejects options that contradict each other
    return options;
  }
}
