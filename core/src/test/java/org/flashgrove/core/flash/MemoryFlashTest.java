package org.flashgrove.core.flash;

class MemoryFlashTest extends RawFlashContract {
  @Override
  protected RawFlash open() {
    return MemoryFlash.of(4, 8, 512, 3);
  }
}
