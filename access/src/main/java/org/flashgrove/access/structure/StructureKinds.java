package org.flashgrove.access.structure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.access.kind.IndexKind;
import org.flashgrove.access.kind.IndexKinds;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureKind;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.KindRegistry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/**
 * Registry of all kinds of structures. A spec begins with the name of a kind. Other modules add
 * kinds as services ({@link StructureKind}). Each kind of tree in {@link IndexKinds} is also a kind
 * here.
 */
public final class StructureKinds {
  /** A kind that this module defines. */
  private record OwnKind(String name, StructureRole role) implements StructureKind {
    @Override
    public StructureConfig read(Spec spec, int pageSize) {
      return switch (name) {
        case KeyStructure.KIND -> KeyStructure.Settings.of(spec, pageSize);
        case IdStructure.KIND -> IdStructure.Settings.of(spec, pageSize);
        case GroveStructure.KIND -> GroveStructure.Settings.of(spec, pageSize);
        default -> RecordStructure.Settings.of(spec, pageSize);
      };
    }
  }

  /** Adapter that makes a kind of spatial tree a kind of structure. */
  private record TreeKind(IndexKind tree) implements StructureKind {
    @Override
    public String name() {
      return tree.name();
    }

    @Override
    public StructureRole role() {
      return StructureRole.TREE;
    }

    @Override
    public boolean needsDomain() {
      return tree.needsDomain();
    }

    @Override
    public StructureConfig read(Spec spec, int pageSize) {
      Metric metric = Metrics.of(spec);
      return new SpatialStructure.Settings(spec, IndexKinds.read(spec, pageSize), metric);
    }
  }

  private static final String RAW_FLASH = "flashgrove-rawflash";

  private static final KindRegistry<StructureKind> KINDS =
      new KindRegistry<>(
          "structure",
          List.of(
              new OwnKind(KeyStructure.KIND, StructureRole.PAIRS),
              new OwnKind(IdStructure.KIND, StructureRole.IDS),
              new OwnKind(GroveStructure.KIND, StructureRole.BLOCK_INDEX),
              new OwnKind(RecordStructure.KIND, StructureRole.RECORDS)),
          ServiceLoader.load(StructureKind.class, StructureKind.class.getClassLoader()),
          kind -> List.of(kind.name()),
          Map.of(
              "lsm", "flashgrove-lsm",
              "microgf", RAW_FLASH,
              "microhash", RAW_FLASH,
              "mutree", RAW_FLASH));

  private StructureKinds() {}

  /** Returns the kind with a name, or null. A tree takes precedence over a service. */
  private static @Nullable StructureKind find(String name) {
    IndexKind tree = KINDS.isOwn(name) ? null : IndexKinds.find(name);
    return tree == null ? KINDS.find(name) : new TreeKind(tree);
  }

  static boolean isThere(String name) {
    return find(name) != null;
  }

  private static List<StructureKind> all() {
    List<StructureKind> all = new ArrayList<>();
    IndexKinds.all().forEach(tree -> all.add(new TreeKind(tree)));
    all.addAll(KINDS.all());
    return all;
  }

  /** Returns all kinds sorted by role. */
  static List<StructureKind> byRole() {
    List<StructureKind> all = all();
    all.sort(
        Comparator.comparing(kind -> kind.role().isSpatial() ? StructureRole.TREE : kind.role()));
    return all;
  }

  /** Returns the role of the kind that a spec names, or null if there is no such kind. */
  private static @Nullable StructureRole role(Spec spec) {
    StructureKind kind = find(spec.name());
    return kind == null ? null : kind.role();
  }

  /** Returns whether a spec names an index that needs a domain, but does not give the domain. */
  public static boolean lacksDomain(Spec spec) {
    StructureKind kind = find(spec.name());
    return kind != null && kind.needsDomain() && !spec.values().containsKey("domain");
  }

  /**
   * Returns whether a spec names a spatial index of sealed blocks, which has its own write buffer.
   */
  public static boolean isOfBlocks(Spec spec) {
    return role(spec) == StructureRole.BLOCK_INDEX;
  }

  /** Returns whether a spec names a spatial index. */
  public static boolean isSpatial(Spec spec) {
    StructureRole role = role(spec);
    return role != null && role.isSpatial();
  }

  /** Returns whether a spec names a key tree or records in time order. */
  public static boolean isOfRows(Spec spec) {
    StructureRole role = role(spec);
    return role == StructureRole.PAIRS || role == StructureRole.TIMES;
  }

  /**
   * Rejects a spec that does not name a spatial index.
   *
   * @throws org.flashgrove.core.spec.AbsentKindException if the kind's module is not on the class
   *     path
   * @throws SpecException for any other such spec; the message lists the spatial indices
   */
  public static void requireSpatial(Spec spec) {
    requireModule(spec);
    if (!isSpatial(spec)) {
      List<String> allowed =
          byRole().stream()
              .filter(kind -> kind.role().isSpatial())
              .map(StructureKind::name)
              .toList();
      throw new SpecException(
          "unknown index '" + spec.name() + "' (allowed: " + String.join(", ", allowed) + ")");
    }
  }

  private static void requireModule(Spec spec) {
    IndexKinds.requireModule(spec.name());
    KINDS.requireModule(spec.name());
  }

  /**
   * Reads the spec of a structure.
   *
   * @param pageSize page size of the store in bytes
   * @throws org.flashgrove.core.spec.AbsentKindException if the kind's module is not on the class
   *     path
   * @throws SpecException if the spec is invalid; the message names the wrong part and the allowed
   *     values
   */
  public static StructureConfig parse(String text, int pageSize) {
    return read(Spec.parse(text), pageSize);
  }

  /**
   * Reads the spec of a structure without knowing the page size of the store. Assumes pages of
   * 4,096 bytes, or the first other page size that fits the structure.
   *
   * @throws SpecException if the spec is invalid; the message names the wrong part and the allowed
   *     values
   */
  public static StructureConfig readable(String text) {
    SpecException refused = null;
    for (int pageSize : new int[] {4096, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536}) {
      try {
        return parse(text, pageSize);
      } catch (SpecException e) {
        refused = refused == null ? e : refused;
      }
    }
    throw Objects.requireNonNull(refused);
  }

  /**
   * Reads the spec of a structure.
   *
   * @param pageSize page size of the store in bytes
   * @throws org.flashgrove.core.spec.AbsentKindException if the kind's module is not on the class
   *     path
   * @throws SpecException if the spec is invalid; the message lists the allowed values
   */
  public static StructureConfig read(Spec spec, int pageSize) {
    requireModule(spec);
    StructureKind kind = find(spec.name());
    if (kind == null) {
      List<String> allowed = all().stream().map(StructureKind::name).toList();
      throw new SpecException(
          "unknown structure '" + spec.name() + "' (allowed: " + String.join(", ", allowed) + ")");
    }
    return kind.read(spec, pageSize);
  }
}
