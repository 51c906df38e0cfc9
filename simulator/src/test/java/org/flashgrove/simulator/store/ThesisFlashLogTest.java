package org.flashgrove.simulator.store;

class ThesisFlashLogTest extends SimulatedLogContract {
  @Override
  String spec() {
    return "nand:chip=thesis,blocks=64,op=20%";
  }
}
