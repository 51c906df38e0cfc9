package org.flashgrove.indexes.hilbert;

import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.Domain;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of a Hilbert R-tree.
 *
 * @param order order s of the splitting policy, 1 to 4: s full siblings are split into s + 1
 * @param fill limits on the number of entries in a node
 * @param checked limits that a structural check requires. By default their minimum is only 40 %,
 *     because trees of earlier versions guarantee no more
 * @param curve curve that orders the entries. Objects outside its domain are stored like all
 *     others, but their order is poor
 * @param points whether the tree stores only points; a point takes two words less than a rectangle
 * @param stored whether leaves store the Hilbert values of their entries; otherwise values are
 *     computed on demand, and a leaf has room for more entries
 * @param blind whether an insertion adds to a leaf without reading it unless the leaf overflows. If
 *     false, the leaf is read first, as in the paper of Kamel and Faloutsos (1994)
 */
public record HilbertConfig(
    int order,
    NodeFill fill,
    NodeFill checked,
    HilbertCurve curve,
    boolean points,
    boolean stored,
    boolean blind) {
  private static final double USUAL_MIN_FILL = 0.5;

  /** Maximum order. */
  public static final int HIGHEST_ORDER = 4;

  /** Throws a {@link SpecException} if {@code order} is out of range. */
  public HilbertConfig {
    if (order < 1 || order > HIGHEST_ORDER) {
      throw new SpecException("hilbert: s=" + order + " (allowed: 1 to " + HIGHEST_ORDER + ")");
    }
  }

  /**
   * Reads {@code hilbert:s=2,domain=minx/miny/maxx/maxy,objects=rectangles,values=stored,
   * capacity=N,leafcapacity=N,nodecapacity=N,minfill=50%,maxfill=100%,blind=on}. Only the domain is
   * required, because any default would be too coarse for some data.
   *
   * <p>Values are stored by default, unless the requested leaf capacity fits a page only without
   * them.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @throws SpecException if a key is unknown or a value is out of range; the message lists the
   *     allowed values
   */
  public static HilbertConfig of(Spec spec, int pageSize) {
    int order = spec.integer("s", 2, 1, HIGHEST_ORDER);
    Domain domain = Domain.of(spec);
    HilbertCurve curve =
        new HilbertCurve(domain.minX(), domain.minY(), domain.maxX(), domain.maxY());
    boolean points = spec.choice("objects", "rectangles", "rectangles", "points").equals("points");
    boolean stored = stored(spec, points, pageSize);
    HilbertLayout layout = new HilbertLayout(LeafForm.of(points, stored), curve);
    NodeFill checked = NodeFill.of(spec, layout.nodes(), pageSize);
    NodeFill fill = NodeFill.of(spec, layout.nodes(), pageSize, USUAL_MIN_FILL);
    boolean blind = spec.flag("blind", true);
    spec.requireAllUsed();
    return new HilbertConfig(order, fill, checked, curve, points, stored, blind);
  }

  private static boolean stored(Spec spec, boolean points, int pageSize) {
    int fits = NodePage.capacity(pageSize, LeafForm.of(points, true).layout(null));
    int most = Integer.MAX_VALUE;
    int both = spec.integer("capacity", 1, 1, most);
    int leaf = spec.integer("leafcapacity", both, 1, most);
    String fallback = leaf <= fits ? "stored" : "computed";
    return spec.choice("values", fallback, "stored", "computed").equals("stored");
  }

  HilbertLayout layout() {
    return new HilbertLayout(LeafForm.of(points, stored), curve);
  }
}
