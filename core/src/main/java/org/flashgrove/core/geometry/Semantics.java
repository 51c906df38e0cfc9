package org.flashgrove.core.geometry;

import java.util.Locale;

/** Interpretations of the nine spatial predicates. */
public enum Semantics {
  /** Predicates that exclude each other, as {@link Predicate} says. */
  EXCLUSIVE,
  /**
   * The OGC's simple features as JTS has them: <em>contains</em>, <em>covers</em> and their
   * converses (<em>inside</em> is JTS's <em>within</em>) hold for equal objects and with or without
   * contact of boundaries, and <em>overlap</em> asks for objects and an intersection of one
   * dimension. The other predicates are the same, <em>meet</em> being JTS's <em>touches</em>.
   */
  OGC;

  /** Returns the test in this sense, with rectangles taken for the objects themselves. */
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
