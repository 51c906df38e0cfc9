package org.flashgrove.access.design;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.jspecify.annotations.Nullable;

/** Rules for structure names and for combinations of structures in a store. */
final class DesignRules {
  private static final String WORD = "[a-z][a-z0-9_]{0,63}";
  private static final Pattern NAME = Pattern.compile(WORD + "(\\." + WORD + ")?");

  private static final int SMALLEST_PAGE = 512;
  private static final int LARGEST_PAGE = 65_536;

  private DesignRules() {}

  static void requireFits(String name, Map<String, StructureConfig> structures) {
    requireName(name);
    String table = StoreDesign.tableOf(name);
    StructureConfig config = Objects.requireNonNull(structures.get(name));
    if (config.isOfIds()) {
      requireIds(name, table == null ? null : structures.get(table));
      return;
    }
    if (table != null && !StoreDesign.isRecords(structures.get(table))) {
      throw new SpecException(
          "structure '" + name + "' without records '" + table + "'; use both, or neither");
    }
    requireAttribute(name, config, table == null ? null : structures.get(table));
    if (table == null && config.isLazy()) {
      throw new SpecException(
          "structure '"
              + name
              + "' with maintenance=lazy: is not an index of a table; leave out maintenance");
    }
    if (table != null && config.isSpatial()) {
      requireOneMetric(name, structures);
    }
  }

  static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new SpecException(
          "structure name '"
              + name
              + "' (allowed: a letter, then letters, digits and _, in lower case; for an index of"
              + " records their name, a dot and such a name)");
    }
  }

  static void requirePageSize(int bytes) {
    if (Integer.bitCount(bytes) != 1 || bytes < SMALLEST_PAGE || bytes > LARGEST_PAGE) {
      throw new SpecException(
          "page size " + bytes + " (allowed: a power of two from 512 to 65536)");
    }
  }

  /** Rejects a sync mode other than {@code close} if the buffer does not log commits. */
  static void requireSync(StructureConfig structure, BufferConfig buffer, SyncMode sync) {
    if (structure.isUnderBuffer() && !buffer.logsCommits() && sync.kind() != SyncMode.Kind.CLOSE) {
      throw new SpecException(
          "sync="
              + sync
              + " with flash '"
              + buffer
              + "', which has no log: operations are durable only at a checkpoint; use sync=close");
    }
  }

  private static void requireOneMetric(String name, Map<String, StructureConfig> structures) {
    StructureConfig index = Objects.requireNonNull(structures.get(name));
    String table = StoreDesign.tableOf(name);
    structures.forEach(
        (other, config) -> {
          boolean isOfTable =
              Objects.equals(table, StoreDesign.tableOf(other)) && config.isSpatial();
          if (isOfTable && config.metric() != index.metric()) {
            throw new SpecException(
                "index '"
                    + name
                    + "' of metric "
                    + index.metric()
                    + " and index '"
                    + other
                    + "' of metric "
                    + config.metric()
                    + "; use the same metric for all indexes of a table");
          }
        });
  }

  private static void requireAttribute(
      String name, StructureConfig index, @Nullable StructureConfig records) {
    KeyStructure.Settings keys = index.as(KeyStructure.Settings.class);
    if (keys == null) {
      return;
    }
    if (keys.isUnique() && records == null) {
      throw new SpecException(
          "structure '" + name + "' with unique=on: is not an index of a table; leave out unique");
    }
    String attribute = keys.attribute();
    if (attribute == null) {
      return;
    }
    if (records == null) {
      throw new SpecException(
          "structure '"
              + name
              + "' with attribute: is not an index of a table; leave out attribute");
    }
    try {
      records.of(RecordStructure.Settings.class).schema().require(attribute);
    } catch (SpecException e) {
      throw new SpecException("index '" + name + "' of " + index + ": " + e.getMessage());
    }
  }

  private static void requireIds(String name, @Nullable StructureConfig index) {
    boolean isOfIndex = index != null && index.isSpatial();
    if (!isOfIndex || !name.endsWith("." + IdStructure.KIND)) {
      throw new SpecException(
          "structure '"
              + name
              + "' of rectangles by id: belongs to no spatial index; name it INDEX.ids, and keep"
              + " the spatial index INDEX");
    }
  }

  static StructureConfig ofNew(String name, String text, int pageSize) {
    StructureConfig config;
    try {
      config = StructureKinds.parse(text, pageSize);
    } catch (SpecException e) {
      StructureKinds.readable(text); // throws if the error is not the page size
      throw new SpecException(
          "'" + text + "' with pages of " + pageSize + " bytes: " + e.getMessage());
    }
    KeyStructure.Settings keys = config.as(KeyStructure.Settings.class);
    boolean isKeyOfTable =
        keys != null && keys.attribute() == null && StoreDesign.tableOf(name) != null;
    if (!isKeyOfTable || Spec.parse(text).values().containsKey("unique")) {
      return config;
    }
    String spec = config.toString();
    return StructureKinds.parse(spec + (spec.indexOf(':') < 0 ? ":" : ",") + "unique=on", pageSize);
  }
}
