package org.flashgrove.simulator.store;

import org.flashgrove.core.page.PageUnits;

/**
 * Units of the byte offsets of a file.
 *
 * @param ofDevice units of the pages of the device
 */
record FileUnits(SimulatedDirectory directory, StoredFile file, PageUnits ofDevice)
    implements PageUnits {
  @Override
  public int count() {
    return ofDevice.count();
  }

  @Override
  public long unitBytes() {
    return ofDevice.unitBytes();
  }

  @Override
  public long validBytes(int unit) {
    synchronized (directory) {
      return ofDevice.validBytes(unit);
    }
  }

  @Override
  public int unitOf(long offset) {
    synchronized (directory) {
      long page = directory.traffic().pageOf(file, offset);
      return page == StoredFile.NONE ? NO_UNIT : ofDevice.unitOf(page);
    }
  }
}
