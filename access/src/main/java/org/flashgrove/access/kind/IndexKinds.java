package org.flashgrove.access.kind;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
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

/**
 * Registry of spatial trees. An index spec begins with the name of a tree. Other modules add trees
 * as services ({@link IndexKind}).
 */
public final class IndexKinds {
  private record OwnKind<C>(
      String name,
      boolean needsDomain,
      BiFunction<Spec, Integer, C> config,
      Function<C, TreeAlgorithm> algorithm)
      implements IndexKind {
    @Override
    public Supplier<TreeAlgorithm> read(Spec spec, int pageSize) {
      C read = config.apply(spec, pageSize);
      return () -> algorithm.apply(read);
    }
  }

  private static final String LITERATURE = "flashgrove-literature";

  private static final KindRegistry<IndexKind> KINDS =
      new KindRegistry<>(
          "index",
          List.of(
              new OwnKind<>("rstar", false, RStarConfig::of, RTree::new),
              new OwnKind<>("rtree", false, RTreeConfig::of, RTree::new),
              new OwnKind<>("hilbert", true, HilbertConfig::of, HilbertRTree::new),
              new OwnKind<>("xbr", true, XbrPlusConfig::of, XbrPlusTree::new)),
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

  /** Returns all kinds of trees. */
  public static List<IndexKind> all() {
    return KINDS.all();
  }

  /** Returns whether a spec names a tree that needs the extent of the objects. */
  public static boolean needsDomain(Spec spec) {
    IndexKind kind = KINDS.find(spec.name());
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
