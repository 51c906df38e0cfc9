package org.flashgrove.literature.tree.kdb;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.literature.tree.region.RegionConfig;
import org.flashgrove.literature.tree.region.RegionTree;

/**
 * The K-D-B-tree for points over any node store (J. T. Robinson, <em>The K-D-B-Tree: A Search
 * Structure for Large Multidimensional Dynamic Indexes</em>, SIGMOD 1981, 10-18).
 *
 * <p>Point pages and region pages; the regions of a page partition its own, half open. A full point
 * page is cut at the {@link MedianCut median}; the cut of a region page cuts the children it
 * crosses (forced splits), so that point pages stay on one level, some of them empty.
 *
 * <p>The paper was not at hand. Judgment is: the dimension of a cut (the one of the larger spread,
 * not cyclic by depth), the choice of a region page's plane, points of equal coordinates separated
 * by a hash of their ids instead of overflow pages, and that a deletion removes empty pages; each
 * is described where it is done.
 */
public final class KdbTree {
  private KdbTree() {}

  /**
   * Reads the parameters of a spec, {@code kdb:domain=minx/miny/maxx/maxy,capacity=N,
   * leafcapacity=N,nodecapacity=N,maxfill=100%,merge=0%,blind=on}. Only the domain must be given.
   * With {@code merge=M%} nodes are merged after deletions, too, if two fill no more than that.
   *
   * @param pageSize bytes of a page, which bound the capacities
   * @throws org.flashgrove.core.spec.SpecException for an unknown key or a value out of range
   */
  public static RegionConfig config(Spec spec, int pageSize) {
    return RegionConfig.of(spec, pageSize, 0);
  }

  /** Returns a tree with settings that {@link #config} has read. */
  public static TreeAlgorithm of(RegionConfig config) {
    return new RegionTree(config, new MedianCut());
  }
}
