package org.flashgrove.simulator.device;

import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.flash.RawFlashContract;

/** The raw part of a device is raw flash like any other. */
class RawNandPartTest extends RawFlashContract {
  @Override
  protected RawFlash open() {
    return RawNandDeviceTest.model(RawNandDeviceTest.SMALL).open().flash(this);
  }
}
