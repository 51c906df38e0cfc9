package org.flashgrove.cli.design;

import org.flashgrove.access.StoreOptions;

/** Chooses domains (rectangles that contain all data) for indexes whose specs have none. */
final class Domains {
  private Domains() {}

  /**
   * Returns an index spec that has a domain if the index needs one. The domain that is added is the
   * extent of the data. If there are no data, or if all data lie on a line, an index that can
   * choose a domain itself gets none. Every other index that needs a domain gets the extent of the
   * line, or the unit square if there are no data.
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
