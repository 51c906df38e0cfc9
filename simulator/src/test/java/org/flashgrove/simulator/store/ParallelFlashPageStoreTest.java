package org.flashgrove.simulator.store;

class ParallelFlashPageStoreTest extends SimulatedPageStoreContract {
  @Override
  String spec() {
    return "nand:page=512,block=16,blocks=512,channels=2,op=20%,timing=parallel,reorder=on,depth=8";
  }

  @Override
  int depth() {
    return 8;
  }
}
