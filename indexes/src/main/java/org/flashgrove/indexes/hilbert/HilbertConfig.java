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
 * @param order order s of the splitting policy, 1 to 4: s siblings that are all full become s + 1
 * @param fill how full nodes may be and must be after a deletion
 * @param checked how full nodes must be for a check: by default 40 %, which deletions of earlier
 *     versions left
 * @param curve the curve whose values order the entries; objects outside its domain are held like
 *     all others, only their order suffers
 * @param points whether only points go in, which then take two words less
 * @param stored whether leaves keep the Hilbert values of their entries; if not, they are computed
 *     when they are needed, and a leaf holds more entries
 * @param blind whether an insertion goes into a leaf without reading it unless it overflows; off
 *     reproduces the paper, which reads it first
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

  /** The highest order. */
  public static final int HIGHEST_ORDER = 4;

  /** Checks the ranges given above. */
  public HilbertConfig {
    if (order < 1 || order > HIGHEST_ORDER) {
      throw new SpecException("hilbert: s=" + order + " (allowed: 1 to " + HIGHEST_ORDER + ")");
    }
  }

  /**
   * Reads {@code hilbert:s=2,domain=minx/miny/maxx/maxy,objects=rectangles,values=stored,
   * capacity=N,leafcapacity=N,nodecapacity=N,minfill=50%,maxfill=100%,blind=on}. Only the domain
   * must be given: every default would be too coarse for some data and leave all of it in one cell
   * of the curve.
   *
   * <p>Values are stored, unless the spec does not say so and asks for a leaf capacity for which a
   * page has room only without them.
   *
   * @param pageSize bytes of a page, which bound the capacities
   * @throws SpecException for an unknown key or a value out of range; the message lists what is
   *     allowed
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
