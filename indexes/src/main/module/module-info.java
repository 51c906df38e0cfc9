/** Trees and other indexes. Applications reach them through {@code org.flashgrove.access}. */
module org.flashgrove.indexes {
  requires transitive org.flashgrove.core;

  exports org.flashgrove.indexes.bplus;
  exports org.flashgrove.indexes.bytekey;
  exports org.flashgrove.indexes.bulk;
  exports org.flashgrove.indexes.bulk.sort;
  exports org.flashgrove.indexes.check;
  exports org.flashgrove.indexes.chain to
      org.flashgrove.literature;
  exports org.flashgrove.indexes.hilbert to
      org.flashgrove.access;
  exports org.flashgrove.indexes.order to
      org.flashgrove.literature;
  exports org.flashgrove.indexes.query;
  exports org.flashgrove.indexes.rtree;
  exports org.flashgrove.indexes.split;
  exports org.flashgrove.indexes.statistics;
  exports org.flashgrove.indexes.tree;
  exports org.flashgrove.indexes.xbrplus to
      org.flashgrove.access;
}
