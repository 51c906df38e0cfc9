package org.flashgrove.access.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.flashgrove.access.FlashSpec;
import org.flashgrove.access.GroveStructure;
import org.flashgrove.access.IndexKinds;
import org.flashgrove.access.KeyStructure;
import org.flashgrove.access.RecordStructure;
import org.flashgrove.access.StoreDesign;
import org.flashgrove.access.StoreForm;
import org.flashgrove.access.StructureConfig;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.KeyKind;

/**
 * What a table is made of, as spec strings.
 *
 * @param indices spec of each index by its name: {@code bplus} on the key, any spatial index, such
 *     as {@code rstar}, on the geometry; not changed afterwards
 * @param flash the buffer between each index and the device, such as {@code efind} or {@code none};
 *     each index has one of its own
 * @param device the device, such as {@code direct}; pages are written out of place
 * @param pageSize bytes of a page: a power of two from 512 to 65,536
 * @param sync when operations become durable: {@code op}, {@code group:5ms}, {@code close}
 * @param cacheBytes memory for pages of records, at least eight pages; LRU
 */
public record TableOptions(
    Map<String, String> indices,
    String flash,
    String device,
    int pageSize,
    String sync,
    long cacheBytes) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

  /**
   * Checks all parts and brings them to their normal form.
   *
   * @throws SpecException naming what is not understood and what is allowed
   */
  public TableOptions {
    StoreForm form = StoreForm.of(device, pageSize, sync);
    Map<String, String> normal = new LinkedHashMap<>();
    for (Map.Entry<String, String> index : indices.entrySet()) {
      requireName(index.getKey());
      Spec spec = Spec.parse(index.getValue());
      requireIndex(spec, pageSize);
      normal.put(index.getKey(), spec.toString());
    }
    indices = Collections.unmodifiableMap(normal);
    StoreDesign design = design(indices, flash, form, cacheBytes);
    flash = design.flash().toString();
    device = design.form().device().toString();
    sync = design.form().sync().toString();
  }

  private static StoreDesign design(
      Map<String, String> indices, String flash, StoreForm form, long cacheBytes) {
    Map<String, String> structures = new LinkedHashMap<>();
    indices.forEach((name, spec) -> structures.put(Table.NAME + "." + name, spec));
    structures.put(Table.NAME, RecordStructure.KIND + ":cache=" + cacheBytes);
    return StoreDesign.of(form, FlashSpec.parse(flash), structures);
  }

  /** What a store of this table alone is made of. */
  public StoreDesign design() {
    return design(indices, flash, StoreForm.of(device, pageSize, sync), cacheBytes);
  }

  /**
   * What a table of a store is made of.
   *
   * @param table the name of its records
   * @throws SpecException if the store has no such records
   */
  public static TableOptions of(StoreDesign design, String table) {
    StoreForm form = design.form();
    StructureConfig records = design.structures().get(table);
    RecordStructure.Settings settings =
        records == null ? null : records.as(RecordStructure.Settings.class);
    if (settings == null) {
      throw new SpecException("no records '" + table + "' in the store (allowed: those it has)");
    }
    String prefix = table + ".";
    Map<String, String> indices = new LinkedHashMap<>();
    design
        .structures()
        .forEach(
            (name, config) -> {
              if (name.startsWith(prefix)) {
                indices.put(name.substring(prefix.length()), config.toString());
              }
            });
    return new TableOptions(
        indices,
        design.flash().toString(),
        form.device().toString(),
        form.pageSize(),
        form.sync().toString(),
        settings.cacheBytes());
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new SpecException(
          "index name '" + name + "' (allowed: a letter, then letters, digits and _, lower case)");
    }
  }

  private static void requireIndex(Spec spec, int pageSize) {
    if (spec.name().equals(GroveStructure.KIND)) {
      return; // the design knows what it allows
    }
    if (!spec.name().equals(KeyStructure.KIND)) {
      IndexKinds.algorithm(spec, pageSize);
    } else if (BPlusConfig.of(spec, pageSize).key() != KeyKind.LONG) {
      throw new SpecException("index '" + spec + "' of a table (allowed: key=long)");
    }
  }

  /**
   * No index, {@code efind}, {@code direct}, pages of 4,096 bytes, {@code group:5ms}, a cache of 8
   * MiB.
   */
  public static TableOptions defaults() {
    return new TableOptions(
        Map.of(), "efind", "direct", 4096, "group:5ms", RecordStructure.USUAL_CACHE_BYTES);
  }

  /**
   * Returns a copy with one more index.
   *
   * @param text name and spec, such as {@code geom=rstar} or {@code key=bplus}
   * @throws SpecException if there is one of that name
   */
  public TableOptions withIndex(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new SpecException("index '" + text + "' (allowed: NAME=SPEC, such as geom=rstar)");
    }
    String name = text.substring(0, equals).trim();
    Map<String, String> more = new LinkedHashMap<>(indices);
    if (more.put(name, text.substring(equals + 1)) != null) {
      throw new SpecException("index name '" + name + "' twice (allowed: names that differ)");
    }
    return new TableOptions(more, flash, device, pageSize, sync, cacheBytes);
  }

  /** Returns a copy with another flash-aware buffer. */
  public TableOptions withFlash(String spec) {
    return new TableOptions(indices, spec, device, pageSize, sync, cacheBytes);
  }

  /** Returns a copy on another device. */
  public TableOptions withDevice(String spec) {
    return new TableOptions(indices, flash, spec, pageSize, sync, cacheBytes);
  }

  /** Returns a copy with another page size; its cache has at least its fewest pages. */
  public TableOptions withPageSize(int bytes) {
    long cache = Math.max(cacheBytes, (long) RecordStructure.LEAST_CACHED_PAGES * bytes);
    return new TableOptions(indices, flash, device, bytes, sync, cache);
  }

  /** Returns a copy with another sync mode. */
  public TableOptions withSync(String mode) {
    return new TableOptions(indices, flash, device, pageSize, mode, cacheBytes);
  }

  /** Returns a copy with other memory for pages of records. */
  public TableOptions withCache(long bytes) {
    return new TableOptions(indices, flash, device, pageSize, sync, bytes);
  }
}
