package org.flashgrove.literature.tree.region;

import java.util.Objects;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.Domain;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of a region tree.
 *
 * @param name the tree's name in messages
 * @param fill how full nodes may be; there is no least fill
 * @param domain the extent of all points
 * @param mergeFill share of a node, 0 to 1: after a deletion a node is merged with a neighbour
 *     across one plane if both together fill no more than this; with 0 only empty nodes are removed
 * @param blind whether an insertion goes into a leaf without reading it unless it overflows
 */
public record RegionConfig(
    String name, NodeFill fill, Domain domain, double mergeFill, boolean blind) {
  /** Checks the ranges given above. */
  public RegionConfig {
    Objects.requireNonNull(fill, "fill");
    if (!(mergeFill >= 0 && mergeFill <= 1)) {
      throw new SpecException(name + ": merge=" + mergeFill + " (allowed: 0% to 100%)");
    }
    if (domain.maxX() == Double.MAX_VALUE || domain.maxY() == Double.MAX_VALUE) {
      throw new SpecException(
          name + ": domain " + domain + " (allowed: maxima below the largest double)");
    }
  }

  /**
   * Reads {@code domain=minx/miny/maxx/maxy,capacity=N,leafcapacity=N,nodecapacity=N,maxfill=100%,
   * merge=M%,blind=on}. Only the domain must be given.
   *
   * @param pageSize bytes of a page, which bound the capacities
   * @param usualMergeFill {@code mergeFill} where the spec says none
   * @throws SpecException for an unknown key or a value out of range; the message lists what is
   *     allowed
   */
  public static RegionConfig of(Spec spec, int pageSize, double usualMergeFill) {
    Domain domain = Domain.of(spec);
    NodeFill fill = NodeFill.of(spec, RegionLayout.NODES, pageSize, 0);
    double mergeFill = spec.fraction("merge", usualMergeFill, 0, 1);
    boolean blind = spec.flag("blind", true);
    spec.requireAllUsed();
    return new RegionConfig(spec.name(), fill, domain, mergeFill, blind);
  }
}
