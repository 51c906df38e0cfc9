package org.flashgrove.indexes.tree;

import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.hilbert.HilbertConfig;
import org.flashgrove.indexes.hilbert.HilbertRTree;
import org.flashgrove.indexes.rtree.RStarConfig;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.xbrplus.XbrPlusConfig;
import org.flashgrove.indexes.xbrplus.XbrPlusTree;

/** The trees that {@link TreeFamilyTest} runs over: a new one is a line here. */
public final class TreeFamily {
  /** Makes an algorithm for pages of a size. */
  @FunctionalInterface
  public interface Reader {
    TreeAlgorithm read(Spec spec, int pageSize);
  }

  /**
   * A tree, or a variant of one.
   *
   * @param spec as a user writes it; {@code DOMAIN} stands for an extent of all rectangles
   * @param smallNodes keys that make nodes of a few entries, so that trees become high
   * @param pointsOnly whether it holds nothing but points
   * @param reader what makes the algorithm from a spec
   */
  public record Member(String spec, String smallNodes, boolean pointsOnly, Reader reader) {
    boolean holds(Shape shape) {
      return shape.pointsOnly() || !pointsOnly;
    }

    /** Opens a new tree of its own, and then that one again. */
    Supplier<SpatialTree> opener(int pageSize, Shape shape) {
      return opener(spec, pageSize, shape);
    }

    Supplier<SpatialTree> openerOfSmallNodes(Shape shape) {
      return opener(spec + (spec.contains(":") ? "," : ":") + smallNodes, 1024, shape);
    }

    SpatialTree tree(int pageSize, Shape shape) {
      return opener(pageSize, shape).get();
    }

    SpatialTree treeOfSmallNodes(Shape shape) {
      return openerOfSmallNodes(shape).get();
    }

    private Supplier<SpatialTree> opener(String text, int pageSize, Shape shape) {
      Spec parsed = Spec.parse(text.replace("DOMAIN", shape.domain()));
      NodeStore store = new MemoryNodeStore(pageSize, reader.read(parsed, pageSize).layout());
      return () -> SpatialTree.open(store, reader.read(parsed, pageSize));
    }

    @Override
    public String toString() {
      return spec;
    }
  }

  /** Trees of another module, which runs these tests for them; found as a service. */
  public interface Members {
    /** Returns the trees. */
    List<Member> members();
  }

  private static final List<Member> OWN =
      List.of(
          new Member("rtree:split=linear", "capacity=4", false, TreeFamily::rtree),
          new Member("rtree:split=quadratic", "capacity=3", false, TreeFamily::rtree),
          new Member("hilbert:s=1,domain=DOMAIN", "capacity=4", false, TreeFamily::hilbert),
          new Member("hilbert:s=2,domain=DOMAIN", "capacity=3", false, TreeFamily::hilbert),
          new Member(
              "hilbert:s=3,values=computed,domain=DOMAIN",
              "capacity=4,minfill=50%",
              false,
              TreeFamily::hilbert),
          new Member(
              "hilbert:s=4,minfill=50%,blind=off,domain=DOMAIN",
              "capacity=4", false, TreeFamily::hilbert),
          new Member(
              "hilbert:s=4,objects=points,domain=DOMAIN",
              "capacity=5,minfill=50%",
              true,
              TreeFamily::hilbert),
          new Member(
              "rtree:split=exponential,capacity=16",
              "leafcapacity=4,nodecapacity=5",
              false,
              TreeFamily::rtree),
          new Member("rtree:split=greene", "capacity=4,minfill=50%", false, TreeFamily::rtree),
          new Member("rtree:split=angtan", "capacity=4", false, TreeFamily::rtree),
          new Member("rtree:split=rstar", "capacity=4", false, TreeFamily::rtree),
          new Member("rstar", "capacity=4", false, TreeFamily::rstar),
          new Member("rstar:order=far,minfill=50%", "capacity=5", false, TreeFamily::rstar),
          new Member(
              "rstar:blind=off,reinsertleaf=40%,reinsertinner=0",
              "leafcapacity=3,nodecapacity=4", false, TreeFamily::rstar),
          new Member("xbr:domain=DOMAIN", "capacity=3", true, TreeFamily::xbr),
          new Member(
              "xbr:x=51%,minfill=50%,blind=off,domain=DOMAIN",
              "leafcapacity=5,nodecapacity=4", true, TreeFamily::xbr));

  /** All trees of this module and of the one under test. */
  static final List<Member> ALL = Stream.concat(OWN.stream(), others().stream()).toList();

  /** The trees of the module under test. */
  static final List<Member> MEMBERS = others().isEmpty() ? OWN : others();

  private static List<Member> others() {
    return ServiceLoader.load(Members.class).stream()
        .flatMap(members -> members.get().members().stream())
        .toList();
  }

  private TreeFamily() {}

  private static TreeAlgorithm rtree(Spec spec, int pageSize) {
    return new RTree(RTreeConfig.of(spec, pageSize));
  }

  private static TreeAlgorithm hilbert(Spec spec, int pageSize) {
    return new HilbertRTree(HilbertConfig.of(spec, pageSize));
  }

  private static TreeAlgorithm rstar(Spec spec, int pageSize) {
    return new RTree(RStarConfig.of(spec, pageSize));
  }

  private static TreeAlgorithm xbr(Spec spec, int pageSize) {
    return new XbrPlusTree(XbrPlusConfig.of(spec, pageSize));
  }
}
