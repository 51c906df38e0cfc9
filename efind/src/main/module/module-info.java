/** Node buffers made for flash. Applications use them through {@code org.flashgrove.access}. */
module org.flashgrove.efind {
  requires transitive org.flashgrove.core;
  requires transitive org.flashgrove.storage;

  exports org.flashgrove.efind;
  exports org.flashgrove.efind.fast;
}
