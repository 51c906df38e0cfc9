/**
 * Geometry, results of queries, specs, failures; and, for the other modules, the ports between
 * them.
 */
module org.flashgrove.core {
  requires transitive org.locationtech.jts;
  requires static org.jspecify;

  exports org.flashgrove.core.failure;
  exports org.flashgrove.core.geometry;
  exports org.flashgrove.core.index;
  exports org.flashgrove.core.metrics;
  exports org.flashgrove.core.spec;
  exports org.flashgrove.core.component to
      org.flashgrove.access,
      org.flashgrove.grove,
      org.flashgrove.indexes,
      org.flashgrove.lsm,
      org.flashgrove.simulator,
      org.flashgrove.storage;
  exports org.flashgrove.core.flash to
      org.flashgrove.access,
      org.flashgrove.indexes,
      org.flashgrove.simulator,
      org.flashgrove.storage;
  exports org.flashgrove.core.lock to
      org.flashgrove.access,
      org.flashgrove.grove,
      org.flashgrove.indexes,
      org.flashgrove.lsm,
      org.flashgrove.storage;
  exports org.flashgrove.core.log to
      org.flashgrove.access,
      org.flashgrove.storage;
  exports org.flashgrove.core.node to
      org.flashgrove.access,
      org.flashgrove.efind,
      org.flashgrove.indexes,
      org.flashgrove.simulator,
      org.flashgrove.storage;
  exports org.flashgrove.core.page to
      org.flashgrove.access,
      org.flashgrove.chronicle,
      org.flashgrove.grove,
      org.flashgrove.indexes,
      org.flashgrove.lsm,
      org.flashgrove.simulator,
      org.flashgrove.storage;
  exports org.flashgrove.core.replacement to
      org.flashgrove.access,
      org.flashgrove.efind,
      org.flashgrove.indexes,
      org.flashgrove.simulator,
      org.flashgrove.storage;

  uses org.flashgrove.core.page.BufferMemory;
}
