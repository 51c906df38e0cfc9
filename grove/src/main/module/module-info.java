/**
 * Grove and the blocks that it is made of; applications reach it by {@code org.flashgrove.access}.
 */
module org.flashgrove.grove {
  requires transitive org.flashgrove.core;
  requires org.flashgrove.indexes;

  exports org.flashgrove.grove to
      org.flashgrove.access;
  exports org.flashgrove.grove.component to
      org.flashgrove.access,
      org.flashgrove.lsm;
  exports org.flashgrove.grove.packed to
      org.flashgrove.lsm;
}
