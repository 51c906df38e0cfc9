package org.flashgrove.access.kind;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.core.spec.KindRegistry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.hilbert.HilbertConfig;
import org.flashgrove.indexes.hilbert.HilbertRTree;
import org.flashgrove.indexes.rtree.RStarConfig;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.indexes.xbrplus.XbrPlusConfig;
import org.flashgrove.indexes.xbrplus.XbrPlusTree;
import org.jspecify.annotations.Nullable;

/**
 * Registry of spatial trees. An index spec begins with the name of a tree. Other modules add trees
 * as services ({@link IndexKind}).
 */
public final class IndexKinds {
  private static final String RSTAR = "rstar";
  private static final String RTREE = "rtree";
  private static final String HILBERT = "hilbert";

  private record OwnKind(String name, boolean needsDomain) implements IndexKind {
    @Override
    public Supplier<TreeAlgorithm> read(Spec spec, int pageSize) {
      return switch (name) {
        case RSTAR -> rstar(RStarConfig.of(spec, pageSize));
        case RTREE -> rtree(RTreeConfig.of(spec, pageSize));
        case HILBERT -> hilbert(HilbertConfig.of(spec, pageSize));
        default -> xbr(XbrPlusConfig.of(spec, pageSize));
      };
    }

    private static Supplier<TreeAlgorithm> rstar(RStarConfig config) {
      return () -> new RTree(config);
    }

    private static Supplier<TreeAlgorithm> rtree(RTreeConfig config) {
      return () -> new RTree(config);
    }

    private static Supplier<TreeAlgorithm> hilbert(HilbertConfig config) {
      return () -> new HilbertRTree(config);
    }

    private static Supplier<TreeAlgorithm> xbr(XbrPlusConfig config) {
      return () -> new XbrPlusTree(config);
    }
  }

  private static final String LITERATURE = "flashgrove-literature";

  private static final KindRegistry<IndexKind> KINDS =
      new KindRegistry<>(
          "index",
          List.of(
              new OwnKind(RSTAR, false),
              new OwnKind(RTREE, false),
              new OwnKind(HILBERT, true),
              new OwnKind("xbr", true)),
          ServiceLoader.load(IndexKind.class, IndexKind.class.getClassLoader()),
          kind -> List.of(kind.name()),
          Map.of(
              "fortree", LITERATURE,
              "gridfile", LITERATURE,
              "kdb", LITERATURE));

  private IndexKinds() {}

  /** Returns the names of all kinds of trees. */
  public static Set<String> names() {
    return KINDS.names();
  }

  /** Returns the kind of tree with a name, or null. */
  public static @Nullable IndexKind find(String name) {
    return KINDS.find(name);
  }

  /** Returns all kinds of trees. */
  public static List<IndexKind> all() {
    return KINDS.all();
  }

  /** Returns whether a spec names a tree that needs the extent of the objects. */
  public static boolean needsDomain(Spec spec) {
    IndexKind kind = find(spec.name());
    return kind != null && kind.needsDomain();
  }

  /**
   * Rejects a kind whose module is not on the class path.
   *
   * @throws org.flashgrove.core.spec.AbsentKindException for such a kind; the message names the
   *     module
   */
  public static void requireModule(String name) {
    KINDS.requireModule(name);
  }

  /**
   * Creates the algorithm of the tree that a spec names. Throws exceptions as {@link #read} does.
   */
  public static TreeAlgorithm algorithm(Spec spec, int pageSize) {
    return read(spec, pageSize).get();
  }

  /**
   * Reads the spec of a spatial tree. The caller must first read the metric in the spec by {@link
   * Metrics#of}.
   *
   * @return factory that creates an algorithm with these settings on each call
   * @throws org.flashgrove.core.spec.AbsentKindException if the kind's module is not on the class
   *     path
   * @throws SpecException if the spec is invalid; the message names the problem and the allowed
   *     values
   */
  public static Supplier<TreeAlgorithm> read(Spec spec, int pageSize) {
    return KINDS.require(spec.name()).read(spec, pageSize);
  }
}
