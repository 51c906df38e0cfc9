package org.flashgrove.simulator.device;

class ParallelNandDeviceTest extends SimulatedDeviceContract {
  @Override
  protected SimulatedDevice open() {
    return NandSpec.parse(
            "nand:page=512,block=8,op=100%,blocks=64,channels=2,planes=2,timing=parallel,suspend=on,multiplane=on,gc=fifo")
        .open();
  }
}
