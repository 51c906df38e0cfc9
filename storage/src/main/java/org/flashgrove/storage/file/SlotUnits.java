package org.flashgrove.storage.file;

import org.flashgrove.core.page.PageUnits;

/**
 * Units of the slots of a file.
 *
 * @param ofFile units of byte offsets in the file
 * @param pageSize size of a slot in bytes
 */
record SlotUnits(PageUnits ofFile, int pageSize) implements PageUnits {
  @Override
  public int count() {
    return ofFile.count();
  }

  @Override
  public long unitBytes() {
    return ofFile.unitBytes();
  }

  @Override
  public long validBytes(int unit) {
    return ofFile.validBytes(unit);
  }

  @Override
  public int unitOf(long page) {
    return ofFile.unitOf(page * pageSize);
  }
}
