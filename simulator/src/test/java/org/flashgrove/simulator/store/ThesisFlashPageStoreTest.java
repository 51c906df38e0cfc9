package org.flashgrove.simulator.store;

class ThesisFlashPageStoreTest extends SimulatedPageStoreContract {
  @Override
  String spec() {
    return "nand:chip=thesis,blocks=64,op=20%";
  }
}
