package org.flashgrove.literature.tree.region;

import java.util.Objects;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.Domain;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of a region tree.
 *
 * @param name name of the tree in messages
 * @param fill capacities of nodes; there is no minimum
 * @param domain extent of all points
 * @param mergeFill a deletion merges two neighbours if together they fill at most this share of a
 *     node, 0 to 1; with 0, only empty nodes are removed
 * @param blind whether an insertion adds to a leaf without reading it, unless the leaf overflows
 */
public record RegionConfig(
    String name, NodeFill fill, Domain domain, double mergeFill, boolean blind) {
  /** Throws a {@link SpecException} if a value is not allowed. */
  public RegionConfig {
    Objects.requireNonNull(fill, "fill");
    if (!(mergeFill >= 0 && mergeFill <= 1)) {
      throw new SpecException(name + ": merge=" + mergeFill + " (allowed: 0% to 100%)");
    }
    if (domain.maxX() == Double.MAX_VALUE || domain.maxY() == Double.MAX_VALUE) {
      throw new SpecException(
          name + ": domain " + domain + " (allowed: maxima below " + Double.MAX_VALUE + ")");
    }
  }

  /**
   * Parses {@code domain=minx/miny/maxx/maxy,capacity=N,leafcapacity=N,nodecapacity=N,maxfill=100%,
   * merge=M%,blind=on}. Only the domain is required.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @param usualMergeFill default of {@code mergeFill}
   * @throws SpecException if a key or value is invalid; the message lists the allowed values
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
