package org.flashgrove.simulator.ftl.space;

import java.util.Locale;
import org.flashgrove.core.spec.Spec;

/** Wear levelling methods. */
public enum WearLevelling {
  /** Blocks are used in the order in which they became free. */
  NONE,
  /** The least erased free block is used first. */
  DYNAMIC,
  /**
   * Like {@link #DYNAMIC}. In addition, blocks that were erased much less often than others are
   * emptied, because their content rarely changes.
   */
  STATIC;

  /** Returns the method that the key {@code wear} names (default {@code dynamic}). */
  public static WearLevelling of(Spec spec) {
    return valueOf(
        spec.choice("wear", "dynamic", "none", "dynamic", "static").toUpperCase(Locale.ROOT));
  }
}
