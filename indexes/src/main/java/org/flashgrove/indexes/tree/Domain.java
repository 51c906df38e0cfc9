package org.flashgrove.indexes.tree;

import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * Expected extent of the objects in a tree that must know it. Coordinates are finite, and no
 * minimum exceeds its maximum.
 */
public record Domain(double minX, double minY, double maxX, double maxY) {
  /** Key of the domain in specs. */
  public static final String KEY = "domain";

  private static final String ALLOWED =
      "domain=minx/miny/maxx/maxy, finite, each minimum <= its maximum, width and height at most "
          + Double.MAX_VALUE;

  /** Checks that the rectangle is valid and its width and height are finite. */
  public Domain {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    Rectangles.requireFiniteExtents(minX, minY, maxX, maxY);
  }

  /**
   * Reads the required key {@code domain=minx/miny/maxx/maxy}. There is no default, because any
   * default would be too coarse for some data.
   *
   * @throws SpecException if the key is missing or invalid; the message names the allowed format
   */
  public static Domain of(Spec spec) {
    if (!spec.has(KEY)) {
      throw new SpecException(spec.name() + ": domain is missing (allowed: " + ALLOWED + ")");
    }
    return spec.value(KEY, "", ALLOWED, Domain::parse);
  }

  private static Domain parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 4) {
      return null;
    }
    try {
      return new Domain(
          Double.parseDouble(parts[0]),
          Double.parseDouble(parts[1]),
          Double.parseDouble(parts[2]),
          Double.parseDouble(parts[3]));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
