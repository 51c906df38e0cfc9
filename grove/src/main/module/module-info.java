/**
 * Grove and the blocks that it is made of; applications reach it by {@code org.flashgrove.access}.
 */
module org.flashgrove.grove {
  requires transitive org.flashgrove.core;
  requires org.flashgrove.indexes;

  exports org.flashgrove.grove to
      org.flashgrove.access;
  exports org.flashgrove.grove.block to
      org.flashgrove.access,
      org.flashgrove.lsm;
  exports org.flashgrove.grove.cache to
      org.flashgrove.lsm;
  exports org.flashgrove.grove.columns to
      org.flashgrove.lsm,
      org.flashgrove.salvage;
  exports org.flashgrove.grove.config to
      org.flashgrove.access,
      org.flashgrove.salvage;
  exports org.flashgrove.grove.curve to
      org.flashgrove.lsm,
      org.flashgrove.salvage;
  exports org.flashgrove.grove.fence to
      org.flashgrove.lsm,
      org.flashgrove.salvage;
  exports org.flashgrove.grove.index;
  exports org.flashgrove.grove.log to
      org.flashgrove.salvage;
  exports org.flashgrove.grove.packed to
      org.flashgrove.lsm,
      org.flashgrove.salvage;
}
