/** LSM R-trees. Stores of {@code org.flashgrove.access} find them by name through this module. */
module org.flashgrove.lsm {
  requires transitive org.flashgrove.access;
  requires transitive org.flashgrove.core;
  requires transitive org.flashgrove.grove;
  requires transitive org.flashgrove.indexes;
  requires transitive org.flashgrove.storage;

  exports org.flashgrove.lsm;
  exports org.flashgrove.lsm.merge;
  exports org.flashgrove.lsm.policy;
  exports org.flashgrove.lsm.store;

  provides org.flashgrove.access.kind.StructureKind with
      org.flashgrove.lsm.store.LsmKind;
}
