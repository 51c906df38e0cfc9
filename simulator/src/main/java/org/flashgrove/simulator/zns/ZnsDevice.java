package org.flashgrove.simulator.zns;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.chip.PowerSupply;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * A drive with zones (NVMe Zoned Namespace Command Set) that stores no content and takes no time. A
 * zone is written in order from its start and erased as a whole, so the drive copies nothing: it
 * has no page map and no collection. The drive checks each command. If it refuses a command, the
 * call throws {@link ZoneException} and has no effect.
 *
 * <p>Pages are numbered over all zones: zone {@code z} begins at page {@code z *} {@link
 * ZnsConfig#zonePages()}.
 *
 * <p><b>Limits.</b> A write to an empty zone makes the zone active and open, and the numbers of
 * active and of open zones are limited. If the limit of open zones is reached, the drive closes the
 * implicitly open zone that was opened first.
 *
 * <p><b>Power.</b> After a power loss the write pointer is the page after the last programmed page.
 * If the power loss interrupted a program, the page counts as written, and reading it fails. Open
 * zones become closed, or empty if nothing was written. {@link #restart} repeats an interrupted
 * erase.
 *
 * <p>Not modelled: content, time, zone random write areas, descriptor extensions.
 */
public final class ZnsDevice {
  private static final String OUTSIDE = "%d pages from %d (allowed: within 0 to %d)";
  private static final int NONE = -1;

  private final ZnsConfig config;
  private final ZoneState[] states;

  /** Pages programmed in each zone since its last erase. */
  private final int[] written;

  /** Implicitly open zones in the order in which they were opened. */
  private final Set<Integer> implicit = new LinkedHashSet<>();

  private final BitSet torn = new BitSet();
  private final PowerSupply power;
  private int openZones;
  private int activeZones;
  private int cutErase = NONE;
  private final WriteMatrix.Counter writes = new WriteMatrix.Counter();
  private long hostPages;
  private long reads;
  private long erases;

  /** Creates a drive with empty zones. */
  public ZnsDevice(ZnsConfig config) {
    this(config, new PowerSupply());
  }

  /** Creates a drive with empty zones and a given power supply. */
  public ZnsDevice(ZnsConfig config, PowerSupply power) {
    this.config = config;
    this.power = power;
    states = new ZoneState[config.zones()];
    Arrays.fill(states, ZoneState.EMPTY);
    written = new int[config.zones()];
  }

  /** Returns the size and the limits of the drive. */
  public ZnsConfig config() {
    return config;
  }

  /** Writes pages with unknown content, as {@link #write(int, int, Origin, Cause)} does. */
  public void write(int page, int count) {
    write(page, count, Origin.HOST, Cause.CHANGE);
  }

  /**
   * Writes neighbouring pages at the write pointer of their zone.
   *
   * @param page the page at the write pointer
   * @param count number of pages, at least 1
   * @param part kind of host data in the pages, such as leaf nodes or the log
   * @param cause reason why the host writes the pages
   * @throws ZoneException if the zone cannot be written or opened, or if the pages do not begin at
   *     the write pointer or exceed the capacity of the zone
   * @throws PowerLossException if the power is off, or is cut during a program
   */
  public void write(int page, int count, Origin part, Cause cause) {
    power.require();
    if (page < 0 || count < 1 || page >= config.pages()) {
      throw refused(ZoneStatus.BOUNDARY, OUTSIDE, count, page, config.pages() - 1);
    }
    int zone = page / config.zonePages();
    requireWritable(zone);
    int offset = page - start(zone);
    if (count > config.capacityPages() - offset) {
      int end = start(zone) + config.capacityPages();
      String problem =
          "%d pages from %d: zone %d ends before page %d; write the rest to another zone";
      throw refused(ZoneStatus.BOUNDARY, problem, count, page, zone, end);
    }
    if (offset != written[zone]) {
      String problem = "page %d: the write pointer of zone %d is at page %d; write there";
      throw refused(ZoneStatus.INVALID_WRITE, problem, page, zone, writePointer(zone));
    }
    program(zone, count, part, cause);
  }

  /** Appends pages with unknown content, as {@link #append(int, int, Origin, Cause)} does. */
  public int append(int zone, int count) {
    return append(zone, count, Origin.HOST, Cause.CHANGE);
  }

  /**
   * Writes pages at the current write pointer of a zone, which the caller need not know.
   *
   * @param count number of pages, 1 to {@link ZnsConfig#appendPages()}
   * @param part kind of host data in the pages, such as leaf nodes or the log
   * @param cause reason why the host writes the pages
   * @return the first page written
   * @throws ZoneException if the zone cannot be written or opened, if the zone has too few pages
   *     left, or if the append has too many pages
   * @throws PowerLossException if the power is off, or is cut during a program
   */
  public int append(int zone, int count, Origin part, Cause cause) {
    power.require();
    requireZone(zone);
    if (count < 1 || count > config.appendPages()) {
      String problem = "append of %d pages (allowed: 1 to %d)";
      throw refused(ZoneStatus.INVALID_FIELD, problem, count, config.appendPages());
    }
    requireWritable(zone);
    if (count > remaining(zone)) {
      String problem = "%d pages: zone %d has room for %d; append the rest to another zone";
      throw refused(ZoneStatus.BOUNDARY, problem, count, zone, remaining(zone));
    }
    int first = writePointer(zone);
    program(zone, count, part, cause);
    return first;
  }

  private static ZoneException refused(ZoneStatus status, String problem, Object... values) {
    return new ZoneException(status, problem.formatted(values));
  }

  private void requireWritable(int zone) {
    switch (states[zone]) {
      case FULL -> throw new ZoneException(ZoneStatus.FULL, "zone " + zone + "; reset it first");
      case READ_ONLY -> throw new ZoneException(ZoneStatus.READ_ONLY, "zone " + zone);
      case OFFLINE -> throw new ZoneException(ZoneStatus.OFFLINE, "zone " + zone);
      default -> {
        // empty and active zones can be written
      }
    }
  }

  private void program(int zone, int count, Origin part, Cause cause) {
    openImplicitly(zone);
    for (int i = 0; i < count; i++) {
      hostPages++;
      programPage(zone, part, cause);
    }
    if (remaining(zone) == 0) {
      become(zone, ZoneState.FULL);
    }
  }

  private void openImplicitly(int zone) {
    if (!states[zone].isOpen()) {
      makeRoom(zone);
      become(zone, ZoneState.IMPLICITLY_OPEN);
    }
  }

  private void programPage(int zone, Origin part, Cause cause) {
    writes.add(part, cause, 1);
    int page = start(zone) + written[zone]++;
    if (power.strikes()) {
      torn.set(page);
      throw new PowerLossException("power lost while page " + page + " was written");
    }
  }

  /** Closes an implicitly open zone if the limits would prevent opening {@code zone}. */
  private void makeRoom(int zone) {
    if (!states[zone].isActive() && config.mostActive() > 0 && activeZones == config.mostActive()) {
      throw new ZoneException(
          ZoneStatus.TOO_MANY_ACTIVE, activeZones + " zones are active; finish or reset one first");
    }
    if (config.mostOpen() > 0 && openZones == config.mostOpen()) {
      if (implicit.isEmpty()) {
        throw new ZoneException(
            ZoneStatus.TOO_MANY_OPEN, openZones + " zones are explicitly open; close one first");
      }
      become(implicit.iterator().next(), ZoneState.CLOSED);
    }
  }

  private void become(int zone, ZoneState state) {
    ZoneState old = states[zone];
    openZones += (state.isOpen() ? 1 : 0) - (old.isOpen() ? 1 : 0);
    activeZones += (state.isActive() ? 1 : 0) - (old.isActive() ? 1 : 0);
    states[zone] = state;
    implicit.remove(zone);
    if (state == ZoneState.IMPLICITLY_OPEN) {
      implicit.add(zone);
    }
  }

  /**
   * Opens a zone explicitly. Does nothing if the zone is already explicitly open.
   *
   * @throws ZoneException if the zone is full, read-only or offline, or if too many zones are
   *     active or open
   */
  public void open(int zone) {
    power.require();
    requireZone(zone);
    requireTransition(
        states[zone] == ZoneState.EMPTY || states[zone].isActive(), zone, "cannot be opened");
    if (!states[zone].isOpen()) {
      makeRoom(zone);
    }
    become(zone, ZoneState.EXPLICITLY_OPEN);
  }

  /**
   * Closes an open zone. If the zone has no data, it becomes empty. Does nothing if the zone is
   * already closed.
   *
   * @throws ZoneException if the zone is neither open nor closed
   */
  public void close(int zone) {
    power.require();
    requireZone(zone);
    requireTransition(states[zone].isActive(), zone, "cannot be closed");
    settle(zone);
  }

  private void settle(int zone) {
    ZoneState partly = remaining(zone) == 0 ? ZoneState.FULL : ZoneState.CLOSED;
    become(zone, written[zone] == 0 ? ZoneState.EMPTY : partly);
  }

  /**
   * Makes a zone full, so it is no longer open or active. The unwritten pages read as zeros until
   * the zone is reset. Does nothing if the zone is already full. A drive that programs the
   * unwritten pages ({@link ZnsConfig#padsFinished}) opens the zone for that.
   *
   * @throws ZoneException if the zone is read-only or offline, or cannot be opened
   * @throws PowerLossException if the power is off, or is cut while the drive programs the
   *     unwritten pages
   */
  public void finish(int zone) {
    power.require();
    requireZone(zone);
    requireTransition(isUsable(zone), zone, "cannot be finished");
    if (config.padsFinished() && states[zone] != ZoneState.FULL) {
      openImplicitly(zone);
      while (remaining(zone) > 0) {
        programPage(zone, Origin.HOST, Cause.PADDING);
      }
    }
    become(zone, ZoneState.FULL);
  }

  /**
   * Erases a zone, which becomes empty. Does nothing if the zone is already empty.
   *
   * @throws ZoneException if the zone is read-only or offline
   * @throws PowerLossException if the power is off, or is cut during the erase
   */
  public void reset(int zone) {
    power.require();
    requireZone(zone);
    requireTransition(isUsable(zone), zone, "cannot be reset");
    if (written[zone] > 0) {
      erases++;
      if (power.strikes()) {
        cutErase = zone;
        throw new PowerLossException("power lost while zone " + zone + " was erased");
      }
      written[zone] = 0;
      torn.clear(start(zone), start(zone) + config.zonePages());
    }
    become(zone, ZoneState.EMPTY);
  }

  private boolean isUsable(int zone) {
    return states[zone] != ZoneState.READ_ONLY && states[zone] != ZoneState.OFFLINE;
  }

  /**
   * Simulates a failing block. The zone becomes read-only, or offline if it was already read-only.
   * An offline zone stays offline.
   */
  public void fail(int zone) {
    requireZone(zone);
    become(zone, isUsable(zone) ? ZoneState.READ_ONLY : ZoneState.OFFLINE);
  }

  /**
   * Reads neighbouring pages. Pages that were not written since the last reset read as zeros and
   * cost no operation of the medium.
   *
   * @return number of pages that the drive read from the medium
   * @throws ZoneException if a zone is offline, or if the pages cross zones and the drive does not
   *     allow that
   * @throws UncorrectablePageException if a power loss interrupted the program of a page
   */
  public int read(int page, int count) {
    power.require();
    if (page < 0 || count < 1 || count > config.pages() - page) {
      throw refused(ZoneStatus.BOUNDARY, OUTSIDE, count, page, config.pages() - 1);
    }
    int last = (page + count - 1) / config.zonePages();
    int zone = page / config.zonePages();
    if (last != zone && !config.crossesZones()) {
      String problem = "%d pages from %d: cross the end of zone %d; read each zone separately";
      throw refused(ZoneStatus.BOUNDARY, problem, count, page, zone);
    }
    int done = 0;
    for (; zone <= last; zone++) {
      if (states[zone] == ZoneState.OFFLINE) {
        throw new ZoneException(ZoneStatus.OFFLINE, "zone " + zone);
      }
      int from = Math.max(page, start(zone));
      done += Math.max(0, Math.min(page + count, start(zone) + written[zone]) - from);
    }
    reads += done;
    int bad = torn.nextSetBit(page);
    if (bad >= 0 && bad < page + count) {
      zone = bad / config.zonePages();
      throw new UncorrectablePageException(zone, bad - start(zone), "a power loss cut its program");
    }
    return done;
  }

  /** Cuts the power in the middle of the {@code operations}-th program or erase from now. */
  public void cutPowerAt(long operations) {
    power.cutAt(operations);
  }

  /**
   * Restores the power. An open zone becomes full if all its pages were programmed, empty if none
   * was programmed, and otherwise closed.
   *
   * @throws PowerLossException if an armed power cut happens while an interrupted erase is repeated
   */
  public void restart() {
    power.restore();
    for (int zone = 0; zone < states.length; zone++) {
      if (states[zone].isActive()) {
        settle(zone);
      }
    }
    int zone = cutErase;
    cutErase = NONE;
    if (zone != NONE && isUsable(zone)) {
      reset(zone);
    }
  }

  /** Writes the state that a power loss now would leave, without the counters. */
  public void save(DataOutput out) throws IOException {
    for (int zone = 0; zone < states.length; zone++) {
      out.writeByte(states[zone].ordinal());
      out.writeInt(written[zone]);
    }
    out.writeInt(cutErase);
    for (int page = 0; page < config.pages(); page++) {
      out.writeBoolean(torn.get(page));
    }
  }

  /** Loads a saved state into this new drive, which must have the same configuration. */
  public void load(DataInput in) throws IOException {
    for (int zone = 0; zone < states.length; zone++) {
      become(zone, ZoneState.values()[in.readByte()]);
      written[zone] = in.readInt();
    }
    cutErase = in.readInt();
    for (int page = 0; page < config.pages(); page++) {
      torn.set(page, in.readBoolean());
    }
  }

  /** Returns the state of a zone. */
  public ZoneState state(int zone) {
    requireZone(zone);
    return states[zone];
  }

  /** Returns the page after the last page written in a zone since the zone's last reset. */
  public int writePointer(int zone) {
    requireZone(zone);
    return start(zone) + written[zone];
  }

  /** Returns a zone's capacity minus the pages programmed in the zone since its last reset. */
  public int remaining(int zone) {
    requireZone(zone);
    return config.capacityPages() - written[zone];
  }

  /** Returns the number of open zones. */
  public int openZones() {
    return openZones;
  }

  /** Returns the number of active zones, which are open or closed. */
  public int activeZones() {
    return activeZones;
  }

  /** Returns the counts so far. */
  public ZnsStats stats() {
    return new ZnsStats(hostPages, writes.matrix(), reads, erases);
  }

  private int start(int zone) {
    return zone * config.zonePages();
  }

  private void requireZone(int zone) {
    if (zone < 0 || zone >= states.length) {
      throw new IllegalArgumentException(
          "zone " + zone + " (allowed: 0 to " + (states.length - 1) + ")");
    }
  }

  private void requireTransition(boolean holds, int zone, String problem) {
    if (!holds) {
      throw new ZoneException(
          ZoneStatus.INVALID_TRANSITION, "zone " + zone + " is " + states[zone] + ", " + problem);
    }
  }
}
