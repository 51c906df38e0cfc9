package org.flashgrove.indexes.xbrplus;

import java.util.Objects;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.Domain;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of an xBR+-tree.
 *
 * @param splitFraction maximum share of a leaf's capacity that a split gives to the new leaf. Also
 *     the maximum share of a node's capacity that two nodes may fill together if they merge. Above
 *     0.5, below 1
 * @param fill limits on the number of entries in a node. If a deletion leaves a node below the
 *     minimum, the node is merged if possible, and otherwise stays below the minimum
 * @param domain extent of all points; its bounding square is the original space
 * @param blind whether an insertion adds to a leaf without reading it unless the leaf overflows
 */
public record XbrPlusConfig(double splitFraction, NodeFill fill, Domain domain, boolean blind) {
  /** Throws a {@link SpecException} if {@code splitFraction} is out of range. */
  public XbrPlusConfig {
    Objects.requireNonNull(fill, "fill");
    Objects.requireNonNull(domain, "domain");
    if (!(splitFraction > 0.5 && splitFraction < 1)) {
      throw new SpecException("xbr: x=" + splitFraction + " (allowed: above 50%, below 100%)");
    }
  }

  /**
   * Reads {@code xbr:x=75%,domain=minx/miny/maxx/maxy,capacity=N,leafcapacity=N,nodecapacity=N,
   * minfill=25%,maxfill=100%,blind=on}. Only the domain is required.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @throws SpecException if a key is unknown or a value is out of range; the message lists the
   *     allowed values
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
