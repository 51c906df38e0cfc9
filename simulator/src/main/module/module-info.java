/**
 * Simulated devices in virtual time. If this module is present, {@code org.flashgrove.access} finds
 * them by name.
 */
module org.flashgrove.simulator {
  requires transitive org.flashgrove.core;
  requires transitive org.flashgrove.storage;
  requires transitive org.flashgrove.unitspace;
  requires HdrHistogram;
  requires static org.jspecify;

  exports org.flashgrove.simulator.chip;
  exports org.flashgrove.simulator.device;
  exports org.flashgrove.simulator.fdp;
  exports org.flashgrove.simulator.figures;
  exports org.flashgrove.simulator.store;
  exports org.flashgrove.simulator.trace;
  exports org.flashgrove.simulator.zns;

  provides org.flashgrove.storage.device.DeviceKind with
      org.flashgrove.simulator.store.SimulatedKind;
}
