/** Pages written out of place, in large units that the device erases as a whole. */
module org.flashgrove.unitspace {
  requires transitive org.flashgrove.core;
  requires transitive org.flashgrove.storage;
  requires static org.jspecify;

  exports org.flashgrove.unitspace;
  exports org.flashgrove.unitspace.file to
      org.flashgrove.simulator;

  provides org.flashgrove.storage.device.DeviceKind with
      org.flashgrove.unitspace.file.UnitFileKind;
}
