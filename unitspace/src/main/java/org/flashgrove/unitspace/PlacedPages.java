package org.flashgrove.unitspace;

import org.flashgrove.core.page.PageUnits;

/** Units of the pages of a space. The space must not be used at the same time. */
record PlacedPages(Units units, PageTable table, WaitingPages waiting, int pageBytes)
    implements PageUnits {
  @Override
  public int count() {
    return units.count();
  }

  @Override
  public long unitBytes() {
    return (long) units.pagesPerUnit() * pageBytes;
  }

  @Override
  public long validBytes(int unit) {
    return (long) units.valid(unit) * pageBytes;
  }

  @Override
  public int unitOf(long page) {
    int place = table.place((int) page);
    if (place == PageTable.NONE || waiting.contains((int) page)) {
      return NO_UNIT;
    }
    int unit = place / units.pagesPerUnit();
    return units.state(unit) == Units.State.CLOSED ? unit : NO_UNIT;
  }
}
