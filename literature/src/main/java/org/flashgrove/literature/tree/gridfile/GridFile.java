package org.flashgrove.literature.tree.gridfile;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.literature.tree.region.RegionConfig;
import org.flashgrove.literature.tree.region.RegionTree;

/**
 * The grid file for points over any node store (J. Nievergelt, H. Hinterberger, K. C. Sevcik,
 * <em>The Grid File: An Adaptable, Symmetric Multikey File Structure</em>, TODS 9(1), 1984, 38-71).
 * Its directory is on pages below a resident directory, as described by K. Hinrichs
 * (<em>Implementation of the grid file</em>, BIT 25, 1985, 569-592).
 *
 * <p>Buckets are leaves. A directory page covers a box of the space and refers to buckets, each
 * with a box. The scales of a directory page are the positions, in x and in y, of the borders of
 * these boxes. {@link ScaleCut} cuts a full bucket at a position of a scale inside the bucket's
 * box. If there is no such position, it cuts the box at a new position in the middle. Two buckets
 * whose boxes together form a box are merged if together they fill at most 70 % of a bucket. While
 * the levels above the directory pages are in memory, finding a point takes two accesses: one to
 * the directory page and one to the bucket.
 *
 * <p>The papers were not available. Deviations and their reasons:
 *
 * <ul>
 *   <li>With two global scales, the directory has an entry for each cell. For clustered points the
 *       directory grows with the square of the number of buckets, and a new position moves all
 *       later rows of the directory. Here scales are local to directory pages. A full page is cut
 *       along one of its scales, including buckets that cross the cut.
 *   <li>A page stores each bucket with its box instead of a bucket number per cell. This takes 36
 *       logical bytes per bucket instead of 4 per cell. If a bucket is cut, one entry of the page
 *       changes and one is added.
 *   <li>The directory has as many levels as needed, not two.
 *   <li>Points with equal coordinates are separated by a hash of their ids, instead of being stored
 *       in overflow buckets.
 * </ul>
 */
public final class GridFile {
  private static final double USUAL_MERGE_FILL = 0.7;

  private GridFile() {}

  /**
   * Parses {@code gridfile:domain=minx/miny/maxx/maxy,
   * capacity=N,leafcapacity=N,nodecapacity=N,maxfill=100%,merge=70%,blind=on}. Only the domain is
   * required. With {@code merge=0}, only empty buckets are removed.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @throws org.flashgrove.core.spec.SpecException if a key or value is invalid
   */
  public static RegionConfig config(Spec spec, int pageSize) {
    return RegionConfig.of(spec, pageSize, USUAL_MERGE_FILL);
  }

  /** Creates a grid file with settings from {@link #config}. */
  public static TreeAlgorithm of(RegionConfig config) {
    return new RegionTree(config, new ScaleCut(config.domain()));
  }
}
