package org.flashgrove.literature.tree.kdb;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.literature.tree.region.RegionConfig;
import org.flashgrove.literature.tree.region.RegionTree;

/**
 * The K-D-B-tree for points over any node store (J. T. Robinson, <em>The K-D-B-Tree: A Search
 * Structure for Large Multidimensional Dynamic Indexes</em>, SIGMOD 1981, 10-18).
 *
 * <p>It has point pages and region pages. The half-open regions in a region page partition the
 * region of that page. A full point page is cut at the {@link MedianCut median}. The cut of a
 * region page also cuts the children that it crosses (forced splits). Point pages therefore stay on
 * one level, and some are empty.
 *
 * <p>The paper was not available. Our choices are:
 *
 * <ul>
 *   <li>A cut is made in the dimension with the larger spread, instead of a dimension that changes
 *       with the depth.
 *   <li>{@code NodeCut} chooses the plane that splits a region page.
 *   <li>A hash of ids separates points with equal coordinates, instead of overflow pages.
 *   <li>Deletions remove empty pages.
 * </ul>
 */
public final class KdbTree {
  private KdbTree() {}

  /**
   * Parses {@code kdb:domain=minx/miny/maxx/maxy,capacity=N,
   * leafcapacity=N,nodecapacity=N,maxfill=100%,merge=0%,blind=on}. Only the domain is required.
   * With {@code merge=M%}, a deletion merges two nodes that together fill at most M % of a node.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @throws org.flashgrove.core.spec.SpecException if a key or value is invalid
   */
  public static RegionConfig config(Spec spec, int pageSize) {
    return RegionConfig.of(spec, pageSize, 0);
  }

  /** Creates a tree with settings from {@link #config}. */
  public static TreeAlgorithm of(RegionConfig config) {
    return new RegionTree(config, new MedianCut());
  }
}
