/** Recovery of damaged stores. */
module org.flashgrove.salvage {
  requires transitive org.flashgrove.access;
  requires transitive org.flashgrove.core;
  requires transitive org.flashgrove.grove;
  requires transitive org.flashgrove.indexes;
  requires transitive org.flashgrove.storage;
  requires static org.jspecify;

  exports org.flashgrove.salvage;
  exports org.flashgrove.salvage.page;
}
