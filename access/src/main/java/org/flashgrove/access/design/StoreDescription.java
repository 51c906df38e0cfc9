package org.flashgrove.access.design;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.spec.AbsentKindException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.StoreDirectory;
import org.jspecify.annotations.NullUnmarked;

/**
 * Description of a store: a short text file with a checksum. The file is written when the store is
 * created, and replaced when the design changes.
 *
 * <p>Formats 1 and 2 describe a store with one spatial index. Format 1 supports only {@code
 * placement=home}, which writes each page in place. Format 3 describes all other stores: a table by
 * its own lines, any other set of structures by one line each. Format 4 adds schemas and unique
 * keys. Format 5 adds rectangles by id, and numbers of structures that were added or dropped later.
 * Format 6 adds indices that store whole or unique values of an attribute. The description uses the
 * oldest format that can describe the store, so that older versions of the library can open it.
 *
 * @param storeTag random number that marks the pages and log frames of this store
 * @param design design of the store
 */
@NullUnmarked
public record StoreDescription(long storeTag, StoreDesign design) {
  /** Name of the description file. */
  public static final String FILE = DescriptionFile.FILE;

  private static final int LARGEST_FILE = 65_536;

  /**
   * Format 1, which supports only {@code placement=home} (each page is written in place) and does
   * not state it.
   */
  private static final int HOME_ONLY_FORMAT = 1;

  /** Newest format of a store with one spatial index. */
  private static final int INDEX_FORMAT = 2;

  /** Format of stores with several structures, or with a table without a schema. */
  private static final int STRUCTURES_FORMAT = 3;

  /** Format that adds schemas of records. */
  private static final int SCHEMA_FORMAT = 4;

  /** Format that adds rectangles by id and structure numbers. */
  private static final int IDS_FORMAT = 5;

  /** Newest format, which adds indices that store whole or unique values of an attribute. */
  private static final int FORMAT = 6;

  private static final String TABLE = "table";
  private static final String TABLE_INDEX = "index.";
  private static final String STRUCTURE = "structure.";
  private static final String CACHE = "cache";
  private static final String ATTRIBUTES = "attributes";
  private static final String NUMBERS = "numbers";

  /**
   * Returns a copy with a changed design.
   *
   * @param settings computes the new design from the present design
   */
  public StoreDescription with(UnaryOperator<StoreDesign> settings) {
    return new StoreDescription(storeTag, requireNonNull(settings, "settings").apply(design));
  }

  /** Writes the file, which is durable after the directory's next sync. */
  public void write(StoreDirectory directory) {
    DescriptionFile.write(directory, lines());
  }

  /** Returns the oldest format that can describe the store. */
  public int format() {
    if (design.isOneIndex()) {
      return INDEX_FORMAT;
    }
    if (design.structures().values().stream().anyMatch(WholeKeys::needsFormat)) {
      return FORMAT;
    }
    if (design.hasIds() || !design.numbers().areInOrder(design.structures().keySet())) {
      return IDS_FORMAT;
    }
    return design.hasAttributes() ? SCHEMA_FORMAT : STRUCTURES_FORMAT;
  }

  /** Returns the lines of the file by key. */
  public Map<String, String> lines() {
    boolean isTable = design.isOneTable();
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("format", Integer.toString(format()));
    if (isTable) {
      lines.put(TABLE, "1");
    }
    lines.put("tag", Long.toHexString(storeTag));
    lines.put("pageSize", Integer.toString(design.pageSize()));
    if (design.isOneIndex()) {
      lines.put(StoreDesign.ONLY_INDEX, design.structures().get(StoreDesign.ONLY_INDEX).toString());
    }
    lines.put("flash", design.flash().toString());
    lines.put("device", design.device().toString());
    lines.put("sync", design.sync().toString());
    if (isTable) {
      RecordStructure.Settings records =
          design.structures().get(StoreDesign.ONLY_TABLE).as(RecordStructure.Settings.class);
      lines.put(CACHE, Long.toString(records.cacheBytes()));
      if (!records.schema().isBytes()) {
        lines.put(ATTRIBUTES, records.schema().toString());
      }
    }
    if (!design.isOneIndex()) {
      design.specs().forEach((name, spec) -> describe(lines, isTable, name, spec));
    }
    if (!design.numbers().areInOrder(design.structures().keySet())) {
      lines.put(NUMBERS, design.numbers().text(design.structures().keySet()));
    }
    return lines;
  }

  private static void describe(
      Map<String, String> lines, boolean isTable, String name, String spec) {
    if (!isTable) {
      lines.put(STRUCTURE + name, spec);
    } else if (!name.equals(StoreDesign.ONLY_TABLE)) {
      lines.put(TABLE_INDEX + name.substring(StoreDesign.ONLY_TABLE.length() + 1), spec);
    }
  }

  /**
   * Reads the description of the store in a directory.
   *
   * @throws StoreIoException if there is no description, or the module of a kind is not on the
   *     class path
   * @throws DamagedStoreException if the description is damaged
   * @throws UnsupportedFormatException if a newer version wrote the description
   */
  public static StoreDescription read(Path directory) {
    return parse(
        requireNonNull(directory, "directory").resolve(FILE).toString(),
        DescriptionFile.read(directory));
  }

  /**
   * Reads the description in a directory that the caller has open; throws like {@link #read(Path)}.
   */
  public static StoreDescription read(StoreDirectory directory) {
    return of(requireNonNull(directory, "directory").name(), DescriptionFile.read(directory));
  }

  /** Returns the description that the lines of a description file contain. */
  public static StoreDescription of(String directory, Map<String, String> lines) {
    return parse(directory + "/" + FILE, lines);
  }

  /** Returns the format version of a store's description without validating the description. */
  public static int format(StoreDirectory directory) {
    String format = linesOf(directory).get("format");
    return format == null ? 0 : Integer.parseInt(format);
  }

  /** Adds {@code placement=home}, which format 1 implies, to a device spec without a placement. */
  private static String atHome(String device) {
    if (Spec.parse(device).has("placement")) {
      return device;
    }
    return device + (device.contains(":") ? "," : ":") + "placement=home";
  }

  private static StoreDescription parse(String file, Map<String, String> values) {
    String device = values.get("device");
    try {
      int format = Integer.parseInt(values.get("format"));
      int newest = values.containsKey(StoreDesign.ONLY_INDEX) ? INDEX_FORMAT : FORMAT;
      if (format > newest) {
        throw new UnsupportedFormatException(file, format, newest);
      }
      StoreDesign design =
          StoreDesign.of(
              format == HOME_ONLY_FORMAT ? atHome(device) : device,
              Integer.parseInt(values.get("pageSize")),
              values.get("sync"),
              values.get("flash"),
              structures(values));
      return new StoreDescription(
          Long.parseUnsignedLong(values.get("tag"), 16), numbered(design, values));
    } catch (NullPointerException | NumberFormatException | SpecException e) {
      if (e instanceof AbsentKindException) {
        throw new StoreIoException(file + ": " + e.getMessage(), e);
      }
      throw new DamagedStoreException(file, "description", String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns a design with the structure numbers in the lines of a description.
   *
   * @throws SpecException if the numbers do not match the structures
   */
  public static StoreDesign numbered(StoreDesign design, Map<String, String> values) {
    String numbers = values.get(NUMBERS);
    return numbers == null
        ? design
        : design.withNumbers(StructureNumbers.parse(numbers, design.structures().keySet()));
  }

  /** Returns the specs of the structures in the lines of a description; empty if there are none. */
  public static Map<String, String> structures(Map<String, String> values) {
    Map<String, String> structures = new LinkedHashMap<>();
    if (values.containsKey(StoreDesign.ONLY_INDEX)) {
      structures.put(StoreDesign.ONLY_INDEX, values.get(StoreDesign.ONLY_INDEX));
      return structures;
    }
    boolean isTable = values.containsKey(TABLE);
    String prefix = isTable ? TABLE_INDEX : STRUCTURE;
    values.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            String name = key.substring(prefix.length());
            structures.put(isTable ? StoreDesign.ONLY_TABLE + "." + name : name, value);
          }
        });
    if (isTable) {
      structures.put(
          StoreDesign.ONLY_TABLE,
          RecordStructure.Settings.spec(values.get(CACHE), values.get(ATTRIBUTES)));
    }
    return structures;
  }

  /** Returns the readable lines of a description, even if its checksum does not match. */
  public static Map<String, String> linesOf(StoreDirectory directory) {
    if (!directory.exists(FILE)) {
      return Map.of();
    }
    try {
      byte[] bytes = directory.firstBytes(FILE, LARGEST_FILE);
      return DescriptionFile.lines(new String(bytes, StandardCharsets.UTF_8));
    } catch (StoreIoException e) {
      return Map.of();
    }
  }
}
