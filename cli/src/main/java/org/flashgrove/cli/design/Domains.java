package org.flashgrove.cli.design;

import org.flashgrove.access.StoreOptions;

/** Chooses domains (rectangles that contain all data) for indexes whose specs have none. */
final class Domains {
  private Domains() {}

  /**
   * Returns an index spec, with the extent of the data added as its domain if the index needs a
   * domain. If there are no data, or all data lie on a line, an index that can choose its own
   * domain stays without one. Other indexes get the line as their domain, or the unit square if
   * there are no data.
   *
   * @param extent minX, minY, maxX, maxY of all data; minX is greater than maxX without data
   */
  static String with(String spec, double[] extent) {
    if (!StoreOptions.lacksDomain(spec)) {
      return spec;
    }
    boolean isArea = extent[0] < extent[2] && extent[1] < extent[3];
    if (isArea || extent[0] <= extent[2] && !StoreOptions.choosesDomain(spec)) {
      return StoreOptions.withDomain(spec, extent);
    }
    return StoreOptions.choosesDomain(spec)
        ? spec
        : StoreOptions.withDomain(spec, new double[] {0, 0, 1, 1});
  }
}
