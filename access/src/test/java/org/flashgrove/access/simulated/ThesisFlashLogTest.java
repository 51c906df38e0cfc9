package org.flashgrove.access.simulated;

class ThesisFlashLogTest extends SimulatedLogContract {
  @Override
  String spec() {
    return "nand:chip=thesis,blocks=64,op=20%";
  }
}
