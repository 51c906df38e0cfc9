package org.flashgrove.unitspace;

/** Order in which units are opened and collected. */
public enum UnitPattern {
  /**
   * The pattern NoWA for drives without hints (Lee, Ziegler and Leis, PVLDB 19, 2026): units are
   * opened in sets, and the next set is opened when all units of the last one are full. The drive
   * writes in order of arrival, so the units of a set fill whole erase units of the drive.
   */
  SETS,

  /**
   * Each class of pages fills a unit of its own. This suits drives with placement handles, whose
   * reclaim units have the size of a unit, and drives with zones.
   */
  STREAMS
}
