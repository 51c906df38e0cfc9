package org.flashgrove.cli.design;

import org.flashgrove.access.StoreOptions;

/** Domains of indices whose specs say none. */
final class Domains {
  private Domains() {}

  /**
   * Returns an index spec with a domain, if its index orders entries by one and the spec says none:
   * the extent of the data. Where there are none, or all on one line, an index that can chooses its
   * domain itself; without data the others get the unit square.
   *
   * @param extent minX, minY, maxX, maxY of all data; minX greater than maxX if there are none
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
