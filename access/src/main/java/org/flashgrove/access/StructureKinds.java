package org.flashgrove.access;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.storage.log.SyncMode;

/**
 * The kinds of structures by the names of their specs: a new one is registered here. Every other
 * name is one of a spatial index ({@link IndexKinds}).
 */
final class StructureKinds {
  /** Refuses what the files or the buffers of a store do not allow. */
  @FunctionalInterface
  private interface Rule {
    void require(Spec spec, StoreForm form, FlashSpec flash);
  }

  @FunctionalInterface
  private interface Maker {
    Structure make(String name, Spec spec, StructureSite site);
  }

  private record Kind(Rule rule, Maker maker) {}

  private static final Kind SPATIAL =
      new Kind(
          (spec, form, flash) ->
              requireFits(spec, IndexKinds.algorithm(spec, form.pageSize()).layout(), form, flash),
          SpatialStructure::new);

  private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put(
        KeyStructure.KIND,
        new Kind(
            (spec, form, flash) -> {
              BPlusConfig.of(spec, form.pageSize());
              requireFits(spec, BPlusTree.LAYOUT, form, flash);
            },
            KeyStructure::new));
    KINDS.put(GroveStructure.KIND, new Kind(GroveStructure::requireValid, GroveStructure::new));
    KINDS.put(
        RecordStructure.KIND,
        new Kind(
            (spec, form, flash) -> RecordStructure.requireValid(spec, form), RecordStructure::new));
  }

  private StructureKinds() {}

  private static void requireFits(Spec spec, TreeLayout layout, StoreForm form, FlashSpec flash) {
    SyncMode sync = SyncMode.parse(form.sync());
    FlashKinds.requireFits(flash.buffer(), sync, form.isFree(), spec.toString(), layout);
  }

  private static Kind kind(Spec spec) {
    return KINDS.getOrDefault(spec.name(), SPATIAL);
  }

  /** Whether a spec is of a spatial index. */
  static boolean isSpatial(Spec spec) {
    return kind(spec) == SPATIAL || isGrove(spec);
  }

  /** Whether a spec is of a grove. */
  static boolean isGrove(Spec spec) {
    return spec.name().equals(GroveStructure.KIND);
  }

  /**
   * Refuses a spec that no structure can be made from in a store.
   *
   * @throws SpecException naming what is allowed
   */
  static void requireValid(Spec spec, StoreForm form, FlashSpec flash) {
    kind(spec).rule().require(spec, form, flash);
  }

  /** Makes the structure of a valid spec in a store that is not open yet. */
  static Structure make(String name, Spec spec, StructureSite site) {
    return kind(spec).maker().make(name, spec, site);
  }
}
