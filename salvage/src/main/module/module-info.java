/** Recovery of damaged stores; {@code org.flashgrove.access} uses it where it is present. */
module org.flashgrove.salvage {
  requires transitive org.flashgrove.core;
  requires org.flashgrove.grove;
  requires transitive org.flashgrove.storage;

  exports org.flashgrove.salvage.block to
      org.flashgrove.access;
  exports org.flashgrove.salvage.entry to
      org.flashgrove.access;
  exports org.flashgrove.salvage.grove to
      org.flashgrove.access;
  exports org.flashgrove.salvage.heap to
      org.flashgrove.access;
  exports org.flashgrove.salvage.node to
      org.flashgrove.access;
  exports org.flashgrove.salvage.page;
}
