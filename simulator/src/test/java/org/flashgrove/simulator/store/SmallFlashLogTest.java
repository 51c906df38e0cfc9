package org.flashgrove.simulator.store;

class SmallFlashLogTest extends SimulatedLogContract {
  @Override
  String spec() {
    return "nand:page=512,block=16,blocks=512,buffer=16K,op=20%";
  }
}
