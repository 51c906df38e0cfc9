package org.flashgrove.simulator.device;

class BufferedNandDeviceTest extends SimulatedDeviceContract {
  @Override
  protected SimulatedDevice open() {
    return NandSpec.parse("nand:page=512,block=8,op=100%,blocks=32,buffer=2K").open();
  }
}
