/** LSM R-trees; applications reach them by {@code org.flashgrove.access}. */
module org.flashgrove.lsm {
  requires transitive org.flashgrove.core;
  requires org.flashgrove.grove;
  requires org.flashgrove.indexes;

  exports org.flashgrove.lsm to
      org.flashgrove.access;
  exports org.flashgrove.lsm.merge to
      org.flashgrove.access;
}
