package org.flashgrove.access;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;

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

  /**
   * A kind.
   *
   * @param isOfBlocks whether it is a spatial index of sealed blocks: such an index is its own
   *     buffer and needs a domain, and its frames are packed in the log
   */
  private record Kind(Rule rule, Maker maker, boolean isOfBlocks) {
    Kind(Rule rule, Maker maker) {
      this(rule, maker, false);
    }
  }

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
    KINDS.put(
        GroveStructure.KIND, new Kind(GroveStructure::requireValid, GroveStructure::new, true));
    KINDS.put(
        RecordStructure.KIND,
        new Kind(
            (spec, form, flash) -> RecordStructure.requireValid(spec, form), RecordStructure::new));
  }

  private StructureKinds() {}

  private static void requireFits(Spec spec, TreeLayout layout, StoreForm form, FlashSpec flash) {
    FlashKinds.requireFits(flash.buffer(), form.sync(), form.isFree(), spec.toString(), layout);
  }

  private static Kind kind(Spec spec) {
    return KINDS.getOrDefault(spec.name(), SPATIAL);
  }

  /** Returns whether a spec is of a spatial index: a tree, or an index of sealed blocks. */
  static boolean isSpatial(Spec spec) {
    return isTree(spec) || isOfBlocks(spec);
  }

  /** Returns whether a spec is of a spatial tree. */
  static boolean isTree(Spec spec) {
    return IndexKinds.names().contains(spec.name());
  }

  /** Returns whether a spec is of a spatial index of sealed blocks, which is its own buffer. */
  static boolean isOfBlocks(Spec spec) {
    return kind(spec).isOfBlocks();
  }

  /** Returns whether a spec is of an index that needs a domain, and does not say it. */
  static boolean lacksDomain(Spec spec) {
    boolean needsDomain = isOfBlocks(spec) || IndexKinds.needsDomain(spec);
    return needsDomain && !spec.values().containsKey("domain");
  }

  /**
   * Refuses a spec that is not of a spatial index.
   *
   * @throws SpecException naming those there are
   */
  static void requireSpatial(Spec spec) {
    if (!isSpatial(spec)) {
      Set<String> allowed = new LinkedHashSet<>(IndexKinds.names());
      KINDS.forEach((name, kind) -> allowed.addAll(kind.isOfBlocks() ? Set.of(name) : Set.of()));
      throw new SpecException(
          "unknown index '" + spec.name() + "' (allowed: " + String.join(", ", allowed) + ")");
    }
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
