package org.flashgrove.access.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.fortree.ForTree;
import org.flashgrove.indexes.fortree.ForTreeConfig;
import org.flashgrove.indexes.gridfile.GridFile;
import org.flashgrove.indexes.hilbert.HilbertConfig;
import org.flashgrove.indexes.hilbert.HilbertRTree;
import org.flashgrove.indexes.kdb.KdbTree;
import org.flashgrove.indexes.rtree.RStarConfig;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.indexes.xbrplus.XbrPlusConfig;
import org.flashgrove.indexes.xbrplus.XbrPlusTree;
import org.jspecify.annotations.Nullable;

/** The spatial indices by the names in their specs: a new one is registered here. */
public final class IndexKinds {
  /** Reads a spec for pages of a size; refuses what the index does not allow. */
  @FunctionalInterface
  private interface Reader {
    TreeConfig read(Spec spec, int pageSize);
  }

  private record Settings(Supplier<TreeAlgorithm> maker, @Nullable Metric metric)
      implements TreeConfig {
    @Override
    public TreeAlgorithm algorithm() {
      return maker.get();
    }
  }

  private static final Map<String, Reader> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("rstar", reader(RStarConfig::of, RTree::new));
    KINDS.put("rtree", reader(RTreeConfig::of, RTree::new));
    KINDS.put("hilbert", reader(HilbertConfig::of, HilbertRTree::new));
    KINDS.put("fortree", reader(ForTreeConfig::of, ForTree::new));
    KINDS.put("xbr", reader(XbrPlusConfig::of, XbrPlusTree::new));
    KINDS.put("kdb", reader(KdbTree::config, KdbTree::of));
    KINDS.put("gridfile", reader(GridFile::config, GridFile::of));
  }

  private static <C> Reader reader(
      BiFunction<Spec, Integer, C> config, Function<C, TreeAlgorithm> algorithm) {
    return (spec, pageSize) -> {
      Metric metric = Metrics.of(spec);
      C read = config.apply(spec, pageSize);
      return new Settings(() -> algorithm.apply(read), metric);
    };
  }

  /** Those whose spec says a {@code domain}, the extent of the objects. */
  private static final Set<String> WITH_DOMAIN = Set.of("hilbert", "xbr", "kdb", "gridfile");

  private IndexKinds() {}

  /** The names of all kinds. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(KINDS.keySet());
  }

  /** Returns whether a spec is of a tree that needs the extent of the objects. */
  public static boolean needsDomain(Spec spec) {
    return WITH_DOMAIN.contains(spec.name());
  }

  /** A new algorithm of the kind and with the parameters a spec says; fails as {@link #read}. */
  public static TreeAlgorithm algorithm(Spec spec, int pageSize) {
    return read(spec, pageSize).algorithm();
  }

  /**
   * Reads the spec of a spatial tree for pages of a size.
   *
   * @throws SpecException whose message states what is not understood and what is allowed
   */
  public static TreeConfig read(Spec spec, int pageSize) {
    Reader reader = KINDS.get(spec.name());
    if (reader == null) {
      throw new SpecException(
          "unknown index '"
              + spec.name()
              + "' (allowed: "
              + String.join(", ", KINDS.keySet())
              + ")");
    }
    return reader.read(spec, pageSize);
  }
}
