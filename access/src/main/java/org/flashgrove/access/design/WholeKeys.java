package org.flashgrove.access.design;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a new attribute index stores eight-byte words or whole values. Words represent
 * whole numbers, dates, doubles and booleans exactly. For other types whole values are better, but
 * whole values need a buffer that supports them.
 */
public final class WholeKeys {
  /** Settings with the same meaning for an index of words and an index of whole values. */
  private static final Set<String> COMMON = Set.of("attribute", "unique");

  private WholeKeys() {}

  private static @Nullable AttributeType type(
      StructureConfig index, @Nullable StructureConfig records) {
    KeyStructure.Settings keys = index.as(KeyStructure.Settings.class);
    RecordStructure.Settings of =
        records == null ? null : records.as(RecordStructure.Settings.class);
    Schema schema = of == null ? null : of.schema();
    String attribute = keys == null ? null : keys.attribute();
    int at = schema == null || attribute == null ? -1 : schema.indexOf(attribute);
    return schema == null || at < 0 ? null : schema.attributes().get(at).type();
  }

  /**
   * Returns the settings of a new index. The index stores whole values if eight-byte words do not
   * distinguish all values, and if its spec and the buffer permit whole values. Other structures
   * are returned unchanged.
   *
   * @param records the indexed records, or null
   * @throws SpecException if a unique index could not distinguish all values
   */
  static StructureConfig chosen(
      StructureConfig index, @Nullable StructureConfig records, BufferConfig buffer, int pageSize) {
    AttributeType type = type(index, records);
    StructureConfig chosen =
        type != null
                && !type.hasExactWords()
                && buffer.takesRawNodes()
                && COMMON.containsAll(Spec.parse(index.toString()).values().keySet())
            ? StructureKinds.parse(index + ",keys=full", pageSize)
            : index;
    KeyStructure.Settings keys = chosen.as(KeyStructure.Settings.class);
    if (keys != null && keys.isUnique() && isCut(chosen, records)) {
      throw new SpecException(
          "index '"
              + index
              + "' keeps eight bytes of a "
              + type
              + ", which cannot be unique; use keys=full under flash 'none'");
    }
    return chosen;
  }

  /** Returns whether older versions of the library do not support this index. */
  static boolean needsFormat(StructureConfig index) {
    KeyStructure.Settings settings = index.as(KeyStructure.Settings.class);
    return settings != null
        && settings.attribute() != null
        && (settings.isWhole() || settings.isUnique());
  }

  /** Returns whether an index stores only eight bytes of values that may be longer. */
  static boolean isCut(StructureConfig index, @Nullable StructureConfig records) {
    AttributeType type = type(index, records);
    KeyStructure.Settings settings = index.as(KeyStructure.Settings.class);
    return type != null && !type.hasExactWords() && settings != null && !settings.isWhole();
  }

  /**
   * Returns new specs by index name, for the indexes that a rebuild would improve. Such an index
   * stores only eight bytes of each value. If it were created again, it would store whole values.
   */
  public static Map<String, String> rebuilt(StoreDesign design) {
    Map<String, String> specs = new LinkedHashMap<>();
    StoreDesign chosen = design.ofNewStore();
    design
        .structures()
        .forEach(
            (name, config) -> {
              if (chosen.structures().get(name) != config) {
                specs.put(name, String.valueOf(chosen.structures().get(name)));
              }
            });
    return specs;
  }

  /**
   * Returns a design in which one structure replaces another one. The new structure keeps its pages
   * and spec, and takes the name of the old structure.
   *
   * @param name name of the old structure
   * @param by present name of the new structure
   */
  public static StoreDesign replaced(StoreDesign design, String name, String by) {
    int number = Objects.requireNonNull(design.numbers().of().get(by));
    String spec = Objects.requireNonNull(design.structures().get(by)).toString();
    return design.without(List.of(name, by)).with(name, spec, number);
  }
}
