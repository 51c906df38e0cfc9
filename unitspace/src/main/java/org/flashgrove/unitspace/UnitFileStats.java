package org.flashgrove.unitspace;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Counts of a store in units of a real file.
 *
 * @param space counts of the pages since the store was opened
 * @param trims number of units that were discarded as a whole since the store was opened
 * @param pageBytes size of a page in bytes
 * @param unitBytes size of a unit in bytes
 * @param unitSource where the size of a unit comes from
 * @param capacityPages maximum number of pages with content
 * @param roomPages number of pages that can still be written before the store is full
 */
public record UnitFileStats(
    UnitStats space,
    long trims,
    int pageBytes,
    long unitBytes,
    UnitSource unitSource,
    long capacityPages,
    long roomPages) {
  /** Origin of the size of a unit. */
  public enum UnitSource {
    /** The setting {@code unit} of the device. */
    SETTING,
    /** A multiple of the granularity of the drive. */
    DRIVE,
    /** The default size. */
    DEFAULT
  }

  /** Returns the number of bytes written to units since the store was opened. */
  public long writtenBytes() {
    return space.writtenPages() * pageBytes;
  }

  /** Returns the counts as members of a JSON object. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("unitBytes", unitBytes);
    members.put("unitSource", unitSource.name().toLowerCase(Locale.ROOT));
    members.put("units", (long) space.units());
    members.put("freeUnits", (long) space.freeUnits());
    members.put("capacityBytes", capacityPages * pageBytes);
    members.put("roomBytes", roomPages * pageBytes);
    members.put("liveBytes", (long) space.livePages() * pageBytes);
    members.put("writtenBytes", writtenBytes());
    members.put("movedBytes", space.movedPages() * pageBytes);
    members.put("trims", trims);
    return members;
  }
}
