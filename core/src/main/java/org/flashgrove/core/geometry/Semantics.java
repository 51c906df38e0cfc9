package org.flashgrove.core.geometry;

import java.util.Locale;

/** Interpretations of the nine spatial predicates. */
public enum Semantics {
  /** Mutually exclusive predicates, described at {@link Predicate}. */
  EXCLUSIVE,
  /**
   * The OGC's simple features, as implemented by JTS. <em>Contains</em>, <em>covers</em> and their
   * converses (<em>inside</em> is JTS's <em>within</em>) also hold for equal objects, whether or
   * not boundaries touch. <em>Overlap</em> requires that both objects and their intersection have
   * the same dimension. The other predicates are unchanged; <em>meet</em> is JTS's
   * <em>touches</em>.
   */
  OGC;

  /**
   * Returns the test of a predicate with these semantics, for rectangles that are the objects
   * themselves.
   */
  public RectangleTest of(Predicate predicate) {
    return this == EXCLUSIVE ? predicate : OgcPredicate.of(predicate);
  }

  /**
   * Returns the semantics with the given name, ignoring case.
   *
   * @throws IllegalArgumentException for an unknown name; the message lists the known ones
   */
  public static Semantics named(String name) {
    for (Semantics semantics : values()) {
      if (semantics.name().equals(name.toUpperCase(Locale.ROOT))) {
        return semantics;
      }
    }
    throw new IllegalArgumentException(
        "unknown semantics '" + name + "' (allowed: exclusive, ogc)");
  }
}
