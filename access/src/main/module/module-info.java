/** The public API: stores, tables and their queries. */
module org.flashgrove.access {
  requires transitive org.flashgrove.core;
  requires org.flashgrove.efind;
  requires transitive org.flashgrove.grove;
  requires transitive org.flashgrove.indexes;
  requires transitive org.flashgrove.storage;
  requires GeographicLib.Java;
  requires java.management;
  requires jdk.management;
  requires static org.jspecify;

  exports org.flashgrove.access;
  exports org.flashgrove.access.attribute;
  exports org.flashgrove.access.cost;
  exports org.flashgrove.access.design;
  exports org.flashgrove.access.filter;
  exports org.flashgrove.access.ids;
  exports org.flashgrove.access.join;
  exports org.flashgrove.access.kind;
  exports org.flashgrove.access.maintenance;
  exports org.flashgrove.access.metrics;
  exports org.flashgrove.access.query;
  exports org.flashgrove.access.record;
  exports org.flashgrove.access.settings;
  exports org.flashgrove.access.structure;
  exports org.flashgrove.access.table;
  exports org.flashgrove.access.geodesic to
      org.flashgrove.lsm;

  uses org.flashgrove.access.kind.IndexKind;
  uses org.flashgrove.access.kind.StructureKind;
  uses org.flashgrove.access.settings.BufferKind;
  uses org.flashgrove.access.settings.PoolBelow.Kind;
}
