package org.flashgrove.simulator.store;

class LargeFlashPageStoreTest extends SimulatedPageStoreContract {
  @Override
  String spec() {
    return "nand:page=16K,block=8,blocks=64,timing=parallel,channels=2,depth=4,op=20%";
  }

  @Override
  int depth() {
    return 4;
  }
}
