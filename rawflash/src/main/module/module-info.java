/**
 * The μ-tree, MicroHash and MicroGF on raw flash: beside {@code org.flashgrove.access} stores find
 * them by name.
 */
module org.flashgrove.rawflash {
  requires org.flashgrove.access;
  requires org.flashgrove.core;
  requires org.flashgrove.indexes;
  requires org.flashgrove.storage;

  exports org.flashgrove.rawflash;
  exports org.flashgrove.rawflash.logged;
  exports org.flashgrove.rawflash.micro;
  exports org.flashgrove.rawflash.mutree;

  provides org.flashgrove.access.kind.StructureKind with
      org.flashgrove.rawflash.MicroGfKind,
      org.flashgrove.rawflash.MicroHashKind,
      org.flashgrove.rawflash.MuTreeKind;
}
