package org.flashgrove.indexes.tree;

import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * The extent of the objects a tree is made for, where it must know it: finite, and each minimum not
 * above its maximum.
 */
public record Domain(double minX, double minY, double maxX, double maxY) {
  /** The key of specs. */
  public static final String KEY = "domain";

  private static final String ALLOWED =
      "domain=minx/miny/maxx/maxy, finite, each minimum <= its maximum, width and height at most "
          + Double.MAX_VALUE;

  /** Checks what is said above; extents must be finite, too. */
  public Domain {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    Rectangles.requireFiniteExtents(minX, minY, maxX, maxY);
  }

  /**
   * Reads the key {@code domain=minx/miny/maxx/maxy}. It must be given: every default would be too
   * coarse for some data.
   *
   * @throws SpecException if it is missing or is no such rectangle; the message says what is
   *     allowed
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
