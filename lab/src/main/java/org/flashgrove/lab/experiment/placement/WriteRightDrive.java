package org.flashgrove.lab.experiment.placement;

/** Drives of the preset {@code write-right}. All drives of a fill have the same flash. */
enum WriteRightDrive {
  /** A drive that maps pages, without units. The store trims free blocks and pages. */
  PLAIN("plain", false, "fdp:handles=1"),

  /** The plain drive under a store that trims nothing. */
  UNTRIMMED("plain without trim", false, "fdp:handles=1,trim=off"),

  /** The plain drive with units in sets (the NoWA pattern). */
  SETS("plain with NoWA", true, "fdp:handles=1,open=2,spare=0"),

  /** A drive with placement handles, one for each class of pages. */
  HANDLES("FDP", true, "fdp:handles=4,spare=0"),

  /** A drive with two placement handles: one for survivors, and one for all other pages. */
  ONE_CLASS("FDP, one class", true, "fdp:handles=2,spare=0"),

  /** A drive with zones, which has no spare space of its own. */
  ZONES("zones", true, "zns:open=4,spare=0"),

  /** The zoned drive with enough open zones for three classes of tree pages. */
  SIX_ZONES("zones, six open", true, "zns:open=6,spare=0"),

  /** Zoned drive on which tree pages have one class, because no lifetimes are estimated. */
  ONE_TREE_CLASS("zones, six open, one class", true, "zns:open=6,spare=0");

  /** Share of the spare space of drives without zones, relative to the space that hosts see. */
  static final double SPARE = 0.07;

  private final String label;
  private final boolean isInUnits;
  private final String spec;

  WriteRightDrive(String label, boolean isInUnits, String spec) {
    this.label = label;
    this.isInUnits = isInUnits;
    this.spec = spec;
  }

  String label() {
    return label;
  }

  boolean isInUnits() {
    return isInUnits;
  }

  /** Returns whether the drive serves only to compare classes of tree pages. */
  boolean isForTrees() {
    return this == SIX_ZONES || this == ONE_TREE_CLASS;
  }

  private boolean isOfZones() {
    return spec.startsWith("zns:");
  }

  /**
   * Returns the spec of a drive.
   *
   * @param hostUnits number of reclaim units that a drive without zones shows to its host
   * @param unitPages number of pages of a reclaim unit
   */
  String spec(int hostUnits, int unitPages) {
    long bytes = (long) unitPages * ReplacementRun.PAGE_BYTES;
    int units = (int) Math.ceil(hostUnits * (1 + SPARE));
    String shape = isOfZones() ? ",zone=" + bytes : ",op=" + SPARE + ",ru=" + bytes;
    String unit = isInUnits && !isOfZones() ? ",unit=" + bytes : "";
    return spec + ",chip=thesis,size=" + units * bytes + shape + unit;
  }
}
