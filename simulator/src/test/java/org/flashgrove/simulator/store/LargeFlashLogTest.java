package org.flashgrove.simulator.store;

class LargeFlashLogTest extends SimulatedLogContract {
  @Override
  String spec() {
    return "nand:page=16K,block=8,blocks=64,timing=parallel,channels=2,depth=4,op=20%";
  }
}
