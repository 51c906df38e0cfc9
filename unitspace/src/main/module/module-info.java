/** Pages written out of place, in large units that the device erases as a whole. */
module org.flashgrove.unitspace {
  requires transitive org.flashgrove.core;
  requires static org.jspecify;

  exports org.flashgrove.unitspace;
}
