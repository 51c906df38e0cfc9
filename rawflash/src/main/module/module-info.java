/**
 * The μ-tree, MicroHash and MicroGF on raw flash. If this module is present, {@code
 * org.flashgrove.access} finds these structures by name.
 */
module org.flashgrove.rawflash {
  requires transitive org.flashgrove.access;
  requires transitive org.flashgrove.core;
  requires transitive org.flashgrove.indexes;
  requires transitive org.flashgrove.storage;

  exports org.flashgrove.rawflash;
  exports org.flashgrove.rawflash.logged;
  exports org.flashgrove.rawflash.micro;
  exports org.flashgrove.rawflash.mutree;
  exports org.flashgrove.rawflash.mutree.buffer;
  exports org.flashgrove.rawflash.mutree.layout;

  provides org.flashgrove.access.kind.StructureKind with
      org.flashgrove.rawflash.MicroGfKind,
      org.flashgrove.rawflash.MicroHashKind,
      org.flashgrove.rawflash.MuTreeKind;
}
