/**
 * Trees and flash-aware buffers of the literature. If this module is present, {@code
 * org.flashgrove.access} finds them by name.
 */
module org.flashgrove.literature {
  requires transitive org.flashgrove.access;
  requires transitive org.flashgrove.core;
  requires org.flashgrove.efind;
  requires transitive org.flashgrove.indexes;
  requires transitive org.flashgrove.storage;

  exports org.flashgrove.literature.buffer.arftl;
  exports org.flashgrove.literature.buffer.rftl;
  exports org.flashgrove.literature.buffer.units;

  provides org.flashgrove.core.replacement.PolicyFamily with
      org.flashgrove.literature.replacement.LiteraturePolicies;
  provides org.flashgrove.access.kind.IndexKind with
      org.flashgrove.literature.tree.fortree.ForTreeKind,
      org.flashgrove.literature.tree.gridfile.GridFileKind,
      org.flashgrove.literature.tree.kdb.KdbKind;
  provides org.flashgrove.access.settings.BufferKind with
      org.flashgrove.literature.buffer.arftl.ArftlKind,
      org.flashgrove.literature.buffer.fkdb.FkdbKind,
      org.flashgrove.literature.buffer.fortree.ForKind,
      org.flashgrove.literature.buffer.gffm.GffmKind,
      org.flashgrove.literature.buffer.lcr.LcrKind,
      org.flashgrove.literature.buffer.rftl.RftlKind;
  provides org.flashgrove.access.settings.PoolBelow.Kind with
      org.flashgrove.literature.buffer.pool.PoolKind;
}
