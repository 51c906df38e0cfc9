package org.flashgrove.unitspace;

/** Devices with the settings of a space on them. */
enum UnitSetup {
  PLAIN(UnitConfig.plain(3, 12), MemoryUnits.Cache.OF_PAGES),
  UNCOMPENSATED(UnitConfig.plain(3, 12).withoutCompensation(), MemoryUnits.Cache.OF_PAGES),
  HANDLES(UnitConfig.streams(4), MemoryUnits.Cache.OF_PAGES),
  ZONES(UnitConfig.streams(3), MemoryUnits.Cache.NONE),
  CACHED_ZONES(UnitConfig.streams(3), MemoryUnits.Cache.OF_ZONES);

  final UnitConfig config;
  final MemoryUnits.Cache cache;

  UnitSetup(UnitConfig config, MemoryUnits.Cache cache) {
    this.config = config;
    this.cache = cache;
  }

  MemoryUnits medium(int units, int unitPages) {
    int mostOpen = cache == MemoryUnits.Cache.OF_PAGES ? units : config.open();
    return new MemoryUnits(units, unitPages, SpaceRun.PAGE_BYTES, cache, mostOpen);
  }
}
