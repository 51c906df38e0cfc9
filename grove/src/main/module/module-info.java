/**
 * Grove and the blocks that it is made of; applications reach it by {@code org.flashgrove.access}.
 */
module org.flashgrove.grove {
  requires transitive org.flashgrove.core;
  requires transitive org.flashgrove.indexes;

  exports org.flashgrove.grove to
      org.flashgrove.access;
  exports org.flashgrove.grove.block;
  exports org.flashgrove.grove.cache;
  exports org.flashgrove.grove.columns;
  exports org.flashgrove.grove.config to
      org.flashgrove.access,
      org.flashgrove.salvage;
  exports org.flashgrove.grove.curve;
  exports org.flashgrove.grove.fence;
  exports org.flashgrove.grove.index;
  exports org.flashgrove.grove.log to
      org.flashgrove.salvage;
  exports org.flashgrove.grove.packed;
}
