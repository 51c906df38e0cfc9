/** LSM R-trees: beside {@code org.flashgrove.access} stores find them by name. */
module org.flashgrove.lsm {
  requires transitive org.flashgrove.access;
  requires org.flashgrove.core;
  requires org.flashgrove.grove;
  requires org.flashgrove.indexes;
  requires org.flashgrove.storage;

  exports org.flashgrove.lsm.store;

  provides org.flashgrove.access.kind.StructureKind with
      org.flashgrove.lsm.store.LsmKind;
}
