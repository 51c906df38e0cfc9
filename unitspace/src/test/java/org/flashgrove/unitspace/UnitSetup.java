package org.flashgrove.unitspace;

/** Devices with the settings of a space on them. */
enum UnitSetup {
  PLAIN(UnitConfig.plain(3, 12), false),
  UNCOMPENSATED(UnitConfig.plain(3, 12).withoutCompensation(), false),
  HANDLES(UnitConfig.streams(4), false),
  ZONES(UnitConfig.streams(3), true);

  final UnitConfig config;
  final boolean hasPointers;

  UnitSetup(UnitConfig config, boolean hasPointers) {
    this.config = config;
    this.hasPointers = hasPointers;
  }

  MemoryUnits medium(int units, int unitPages) {
    int mostOpen = hasPointers ? config.open() : units;
    return new MemoryUnits(units, unitPages, SpaceRun.PAGE_BYTES, hasPointers, mostOpen);
  }
}
