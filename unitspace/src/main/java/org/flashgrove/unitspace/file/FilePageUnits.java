package org.flashgrove.unitspace.file;

import org.flashgrove.core.page.PageUnits;

/** View of the units of a space for a file in the space. */
final class FilePageUnits implements PageUnits {
  private final UnitDirectory directory;
  private final FileState file;
  private final PageUnits units;

  FilePageUnits(UnitDirectory directory, FileState file) {
    this.directory = directory;
    this.file = file;
    units = directory.space().pageUnits();
  }

  @Override
  public int count() {
    return units.count();
  }

  @Override
  public long unitBytes() {
    return units.unitBytes();
  }

  @Override
  public long validBytes(int unit) {
    return directory.see(() -> units.validBytes(unit));
  }

  @Override
  public int unitOf(long offset) {
    return directory.see(
        () -> {
          long page = offset / directory.pageBytes();
          return page < directory.pagesOf(file)
              ? units.unitOf(directory.numberOf(file, page))
              : NO_UNIT;
        });
  }
}
