package org.flashgrove.unitspace;

/** Order in which units are opened and collected. */
public enum UnitPattern {
  /**
   * Pattern NoWA (Lee, Ziegler and Leis, PVLDB 19, 2026), for drives without placement hints. Units
   * are opened in sets. The next set is opened when all units of the previous set are full. A drive
   * without placement hints stores pages in the order in which they arrive, so a set of units fills
   * whole erase units.
   */
  SETS,

  /**
   * Each class of pages fills its own open unit. A class contains pages that are expected to be
   * replaced at about the same time. This pattern suits drives with placement handles, whose
   * reclaim units have the size of a unit, and drives with zones.
   */
  STREAMS
}
