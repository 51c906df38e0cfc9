package org.flashgrove.access;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.flashgrove.access.ids.IdWords;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.IndexKinds;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.access.settings.TreeConfig;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.micro.MicroGfOptions;
import org.flashgrove.indexes.micro.MicroHashOptions;
import org.flashgrove.indexes.mutree.MuTreeOptions;
import org.jspecify.annotations.NullUnmarked;

/**
 * The kinds of structures by the names of their specs: a new one is registered here. Every other
 * name is one of a spatial index ({@link IndexKinds}).
 */
@NullUnmarked
final class StructureKinds {
  /**
   * A kind, and how its specs are read.
   *
   * @param settings given a spec and the bytes of a page, returns settings; refuses what is not
   *     understood
   */
  private record Reader(StructureConfig.Kind kind, BiFunction<Spec, Integer, Object> settings) {}

  private static final Reader SPATIAL =
      new Reader(
          new StructureConfig.Kind(
              (config, form, flash) ->
                  requireFits(config, config.as(TreeConfig.class).layout(), form, flash),
              SpatialStructure::new,
              true,
              false),
          IndexKinds::read);

  private static final Map<String, Reader> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put(
        KeyStructure.KIND,
        new Reader(
            new StructureConfig.Kind(
                (config, form, flash) -> requireFits(config, BPlusTree.LAYOUT, form, flash),
                KeyStructure::new,
                false,
                false),
            KeyStructure.Settings::of));
    KINDS.put(
        IdStructure.KIND,
        new Reader(
            new StructureConfig.Kind(
                (config, form, flash) ->
                    requireFits(config, BPlusTree.layout(IdWords.FURTHER), form, flash),
                IdStructure::new,
                false,
                false),
            IdStructure.Settings::of));
    KINDS.put(
        GroveStructure.KIND,
        new Reader(
            new StructureConfig.Kind(GroveStructure::requireFits, GroveStructure::new, false, true),
            GroveStructure.Settings::of));
    KINDS.put(
        MuTreeStructure.KIND,
        new Reader(
            new StructureConfig.Kind(
                MuTreeStructure::requireFits, MuTreeStructure::new, false, false),
            (spec, pageSize) -> MuTreeOptions.of(spec)));
    StructureConfig.Kind micro =
        new StructureConfig.Kind(MicroStructure::requireFits, MicroStructure::new, false, false);
    KINDS.put(
        MicroHashOptions.NAME, new Reader(micro, (spec, pageSize) -> MicroHashOptions.of(spec)));
    KINDS.put(MicroGfOptions.NAME, new Reader(micro, (spec, pageSize) -> MicroGfOptions.of(spec)));
    KINDS.put(
        LsmStructure.KIND,
        new Reader(
            new StructureConfig.Kind(LsmStructure::requireFits, LsmStructure::new, false, true),
            LsmStructure.Settings::of));
    KINDS.put(
        RecordStructure.KIND,
        new Reader(
            new StructureConfig.Kind(
                RecordStructure::requireFits, RecordStructure::new, false, false),
            RecordStructure.Settings::of));
  }

  private StructureKinds() {}

  private static void requireFits(
      StructureConfig config, TreeLayout layout, StoreForm form, FlashSpec flash) {
    flash.buffer().requireFits(form, config.toString(), layout);
  }

  private static boolean isOfBlocks(String name) {
    return KINDS.containsKey(name) && KINDS.get(name).kind().isOfBlocks();
  }

  /** Returns whether a spec is of an index that needs a domain, and does not say it. */
  static boolean lacksDomain(Spec spec) {
    boolean needsDomain =
        isOfBlocks(spec.name())
            || spec.name().equals(MicroGfOptions.NAME)
            || IndexKinds.needsDomain(spec);
    return needsDomain && !spec.values().containsKey("domain");
  }

  /** Returns whether a spec is of a spatial index of sealed blocks, which is its own buffer. */
  static boolean isOfBlocks(Spec spec) {
    return isOfBlocks(spec.name());
  }

  /** Returns whether a spec is of a key tree, or of records by time. */
  static boolean isOfRows(Spec spec) {
    return KINDS.containsKey(spec.name())
        && !isOfBlocks(spec)
        && !spec.name().equals(IdStructure.KIND)
        && !spec.name().equals(RecordStructure.KIND);
  }

  /**
   * Refuses a spec that is not of a spatial index.
   *
   * @throws SpecException naming those there are
   */
  static void requireSpatial(Spec spec) {
    if (!isOfBlocks(spec) && !IndexKinds.names().contains(spec.name())) {
      Set<String> allowed = new LinkedHashSet<>(IndexKinds.names());
      KINDS.keySet().stream().filter(StructureKinds::isOfBlocks).forEach(allowed::add);
      throw new SpecException(
          "unknown index '" + spec.name() + "' (allowed: " + String.join(", ", allowed) + ")");
    }
  }

  /**
   * Reads the spec of a structure for pages of a size.
   *
   * @throws SpecException naming what is allowed
   */
  static StructureConfig read(Spec spec, int pageSize) {
    Reader reader = KINDS.getOrDefault(spec.name(), SPATIAL);
    if (reader == SPATIAL && !IndexKinds.names().contains(spec.name())) {
      Set<String> allowed = new LinkedHashSet<>(IndexKinds.names());
      allowed.addAll(KINDS.keySet());
      throw new SpecException(
          "unknown structure '" + spec.name() + "' (allowed: " + String.join(", ", allowed) + ")");
    }
    Object settings = reader.settings().apply(spec, pageSize);
    return new StructureConfig(spec, reader.kind(), settings);
  }
}
