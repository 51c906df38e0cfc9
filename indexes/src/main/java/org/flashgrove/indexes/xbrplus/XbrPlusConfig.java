package org.flashgrove.indexes.xbrplus;

import java.util.Objects;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.Domain;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of an xBR+-tree.
 *
 * @param splitFraction most of a leaf's capacity that a split gives to the new leaf, and most of a
 *     node's capacity that two nodes may fill together to be merged; above 0.5, below 1
 * @param fill how full nodes may be; those below the minimum are merged with others after a
 *     deletion where that is possible, and stay below it where it is not
 * @param domain the extent of all points; its bounding square is the original space
 * @param blind whether an insertion goes into a leaf without reading it unless it overflows
 */
public record XbrPlusConfig(double splitFraction, NodeFill fill, Domain domain, boolean blind) {
  /** Checks the ranges given above. */
  public XbrPlusConfig {
    Objects.requireNonNull(fill, "fill");
    Objects.requireNonNull(domain, "domain");
    if (!(splitFraction > 0.5 && splitFraction < 1)) {
      throw new SpecException("xbr: x=" + splitFraction + " (allowed: above 50%, below 100%)");
    }
  }

  /**
   * Reads {@code xbr:x=75%,domain=minx/miny/maxx/maxy,capacity=N,leafcapacity=N,nodecapacity=N,
   * minfill=25%,maxfill=100%,blind=on}. Only the domain must be given.
   *
   * @param pageSize bytes of a page, which bound the capacities
   * @throws SpecException for an unknown key or a value out of range; the message lists what is
   *     allowed
   */
  public static XbrPlusConfig of(Spec spec, int pageSize) {
    double splitFraction = spec.fraction("x", 0.75, 0.501, 0.999);
    Domain domain = Domain.of(spec);
    XbrPlusLayout layout = new XbrPlusLayout(new OriginalSpace(domain));
    NodeFill fill = NodeFill.of(spec, layout.nodes(), pageSize, 0.25);
    boolean blind = spec.flag("blind", true);
    spec.requireAllUsed();
    return new XbrPlusConfig(splitFraction, fill, domain, blind);
  }

  XbrPlusLayout layout() {
    return new XbrPlusLayout(new OriginalSpace(domain));
  }
}
