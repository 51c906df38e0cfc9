package org.flashgrove.simulator.device;

class FastNandDeviceTest extends SimulatedDeviceContract {
  @Override
  protected SimulatedDevice open() {
    return NandSpec.parse("nand:page=512,block=8,op=100%,blocks=32,ftl=fast").open();
  }
}
