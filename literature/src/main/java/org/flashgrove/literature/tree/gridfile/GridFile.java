package org.flashgrove.literature.tree.gridfile;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.literature.tree.region.RegionConfig;
import org.flashgrove.literature.tree.region.RegionTree;

/**
 * The grid file for points over any node store (J. Nievergelt, H. Hinterberger, K. C. Sevcik,
 * <em>The Grid File: An Adaptable, Symmetric Multikey File Structure</em>, TODS 9(1), 1984, 38-71),
 * its directory on pages below a resident one, as K. Hinrichs describes (<em>Implementation of the
 * grid file</em>, BIT 25, 1985, 569-592).
 *
 * <p>Buckets are leaves. A directory page covers a box of the space: its scales are the borders of
 * the buckets' boxes in it, and a full bucket is cut by a {@link ScaleCut}, along a scale if there
 * is one inside its box, else at a new position in the middle. Buddies that fill no more than 70 %
 * of a bucket together are merged. With the levels above the directory pages in memory, where any
 * buffer keeps them, a point is found with two accesses: directory page and bucket.
 *
 * <p>The papers were not at hand. Deviations, with their reasons:
 *
 * <ul>
 *   <li>One directory of all cells under two global scales grows with the square of the number of
 *       buckets where points are clustered, and a new position moves all rows behind it. Here
 *       scales are local to directory pages, which is what bounds the directory; a page that is
 *       full is cut along one of its scales, buckets across it included.
 *   <li>A page keeps each bucket with its box, instead of its number in every cell of the box: the
 *       same directory, 36 logical bytes a bucket rather than 4 a cell; lines of a scale that cross
 *       a box cost nothing. A new line through a page changes one entry and adds one.
 *   <li>The directory has as many levels as it takes (one for up to a page of buckets), not two.
 *   <li>A hash of their ids separates points of equal coordinates, instead of overflow buckets.
 * </ul>
 */
public final class GridFile {
  private static final double USUAL_MERGE_FILL = 0.7;

  private GridFile() {}

  /**
   * Reads the parameters of a spec, {@code gridfile:domain=minx/miny/maxx/maxy,
   * capacity=N,leafcapacity=N,nodecapacity=N,maxfill=100%,merge=70%,blind=on}. Only the domain must
   * be given. With {@code merge=0} only empty buckets go.
   *
   * @param pageSize bytes of a page, which bound the capacities
   * @throws org.flashgrove.core.spec.SpecException for an unknown key or a value out of range
   */
  public static RegionConfig config(Spec spec, int pageSize) {
    return RegionConfig.of(spec, pageSize, USUAL_MERGE_FILL);
  }

  /** Returns a grid file with settings that {@link #config} has read. */
  public static TreeAlgorithm of(RegionConfig config) {
    return new RegionTree(config, new ScaleCut(config.domain()));
  }
}
