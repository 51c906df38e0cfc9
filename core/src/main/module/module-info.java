/**
 * Geometries, query results, specs and exceptions. Also contains the interfaces between the other
 * modules.
 */
module org.flashgrove.core {
  requires jdk.management;
  requires transitive org.locationtech.jts;
  requires static org.jspecify;

  exports org.flashgrove.core.failure;
  exports org.flashgrove.core.geometry;
  exports org.flashgrove.core.index;
  exports org.flashgrove.core.metrics;
  exports org.flashgrove.core.spec;
  exports org.flashgrove.core.structure;
  exports org.flashgrove.core.component;
  exports org.flashgrove.core.flash;
  exports org.flashgrove.core.lock to
      org.flashgrove.access,
      org.flashgrove.grove,
      org.flashgrove.lsm,
      org.flashgrove.rawflash,
      org.flashgrove.storage;
  exports org.flashgrove.core.log;
  exports org.flashgrove.core.memory;
  exports org.flashgrove.core.node;
  exports org.flashgrove.core.order to
      org.flashgrove.access,
      org.flashgrove.efind,
      org.flashgrove.grove,
      org.flashgrove.indexes;
  exports org.flashgrove.core.page;
  exports org.flashgrove.core.pair to
      org.flashgrove.access;
  exports org.flashgrove.core.replacement;
  exports org.flashgrove.core.shape to
      org.flashgrove.access;

  uses org.flashgrove.core.page.BufferMemory;
  uses org.flashgrove.core.replacement.PolicyFamily;
}
