package org.flashgrove.simulator.fdp;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.flashgrove.simulator.gc.VictimPolicies;
import org.flashgrove.simulator.gc.VictimPolicy;

/**
 * A drive with Flexible Data Placement (NVMe TP4146) that stores no content and takes no time. It
 * maps single pages. A <em>reclaim unit</em> is the same block of every plane and die; it is
 * written in order and erased as a whole. Each handle fills one reclaim unit at a time. When this
 * unit is full, the handle takes the unit that has been free for the longest. With one handle this
 * is an ordinary drive.
 *
 * <p>Collection follows the emulator of WARP (FAST 2026). Before a request the drive collects while
 * too few units are free. After it, the drive may collect one unit that has few valid pages.
 *
 * <p>Not modelled: several reclaim groups, time limits of handles, failing blocks, power loss.
 */
public final class FdpDevice {
  private static final int NONE = -1;
  private static final int FIRST_CACHED = -2;
  private static final Origin[] PARTS = Origin.values();

  private final FdpConfig config;
  private final int pagesPerUnit;
  private final VictimPolicy policy;

  /** Physical page of each page of the host; {@code FIRST_CACHED - n} means slot n of the cache. */
  private final int[] places;

  /**
   * Host page stored in each physical page. An entry is stale if {@link #places} maps that host
   * page to another physical page.
   */
  private final int[] residents;

  /** Ordinal of the {@link Origin} of the data in each page of the host. Only counters use it. */
  private final byte[] parts;

  private final WriteMatrix.Counter writes = new WriteMatrix.Counter();
  private final int[] valid;
  private final UnitState[] states;

  /** Handle that filled each unit. */
  private final int[] owners;

  private final FreeUnits free;

  /** Cache of the drive, or null if the drive has none. */
  private final SlcCache cache;

  /**
   * Unit that each stream is filling, or -1. Of n handles, handle h has stream h for pages that the
   * host writes, and stream n + h for pages that collection copies.
   */
  private final int[] openUnits;

  private final int[] filled;
  private final long[] hostPages;
  private final long[] copiedPages;
  private final Map<FdpEvent, Long> events = new EnumMap<>(FdpEvent.class);
  private int closedUnits;

  /** Number of closed units whose pages are all valid. Collecting such a unit gains nothing. */
  private int wholeUnits;

  private long written;
  private long copied;
  private long erases;

  /** State of a reclaim unit. */
  enum UnitState {
    FREE,
    OPEN,
    CLOSED
  }

  /** Creates a drive without data. */
  public FdpDevice(FdpConfig config) {
    this.config = config;
    pagesPerUnit = config.pagesPerUnit();
    int units = config.physicalUnits();
    policy = VictimPolicies.of(Spec.parse("fdp:gc=" + config.gc())).make(units, pagesPerUnit);
    places = filled(config.hostPages());
    residents = filled(units * pagesPerUnit);
    parts = new byte[config.hostPages()];
    valid = new int[units];
    states = new UnitState[units];
    Arrays.fill(states, UnitState.FREE);
    owners = new int[units];
    free = new FreeUnits(units);
    cache =
        config.cacheUnits() == 0
            ? null
            : new SlcCache(config.cacheUnits(), config.cacheUnitPages());
    int handles = config.allHandles();
    hostPages = new long[handles];
    copiedPages = new long[handles];
    openUnits = filled(2 * handles);
    filled = new int[2 * handles];
    for (int handle = 0; handle < config.handles(); handle++) {
      openUnit(handle);
    }
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  /** Returns the configuration. */
  public FdpConfig config() {
    return config;
  }

  /** Writes pages with unknown content, as {@link #write(int, int, int, Origin, Cause)} does. */
  public void write(int page, int count, int handle) {
    write(page, count, handle, Origin.HOST, Cause.CHANGE);
  }

  /**
   * Writes neighbouring pages in one request.
   *
   * @param page the first page, from 0 to {@link FdpConfig#hostPages()} - 1
   * @param count number of pages, at least 1; all of these pages must exist
   * @param handle the handle; if it does not exist, the drive reports an event, and handle 0 takes
   *     the pages
   * @param part kind of host data in the pages, such as leaf nodes or the log
   * @param cause reason why the host writes the pages
   * @throws IllegalArgumentException if a page does not exist
   */
  public void write(int page, int count, int handle, Origin part, Cause cause) {
    requirePages(page, count);
    int stream = handle;
    if (handle < 0 || handle >= config.handles()) {
      note(FdpEvent.INVALID_IDENTIFIER);
      stream = 0;
    }
    for (int done = 0; done < count; ) {
      collectInForeground();
      int pages = Math.min(count - done, pagesPerUnit);
      for (int i = 0; i < pages; i++) {
        invalidate(page + done + i);
        parts[page + done + i] = (byte) part.ordinal();
        programHost(page + done + i, stream);
      }
      hostPages[stream] += pages;
      writes.add(part, cause, pages);
      written += pages;
      done += pages;
      collectInBackground();
    }
  }

  /**
   * Unmaps neighbouring pages.
   *
   * @throws IllegalArgumentException if a page does not exist
   */
  public void trim(int page, int count) {
    requirePages(page, count);
    for (int i = page; i < page + count; i++) {
      invalidate(i);
    }
  }

  /**
   * Gives a handle a new reclaim unit. The old unit is closed; its unwritten pages cannot be used
   * until the unit is erased. If nothing was written to the old unit, the handle keeps it.
   *
   * @throws IllegalArgumentException if the host has no such handle
   */
  public void update(int handle) {
    requireHandle(handle);
    if (filled[handle] == 0) {
      return;
    }
    collectInForeground();
    note(FdpEvent.NOT_FULLY_WRITTEN);
    closeUnit(handle);
    openUnit(handle);
  }

  /**
   * Returns the number of pages that can be written to a handle's reclaim unit before the unit is
   * full (RUAMW).
   *
   * @throws IllegalArgumentException if the host has no such handle
   */
  public int remaining(int handle) {
    requireHandle(handle);
    return pagesPerUnit - filled[handle];
  }

  private void requirePages(int page, int count) {
    if (page < 0 || count < 1 || count > places.length - page) {
      throw new IllegalArgumentException(
          count + " pages from " + page + " (allowed: pages 0 to " + (places.length - 1) + ")");
    }
  }

  private void requireHandle(int handle) {
    if (handle < 0 || handle >= config.handles()) {
      throw new IllegalArgumentException(
          "handle " + handle + " (allowed: 0 to " + (config.handles() - 1) + ")");
    }
  }

  private void note(FdpEvent event) {
    events.merge(event, 1L, Long::sum);
  }

  private void invalidate(int page) {
    int place = places[page];
    if (place == NONE) {
      return;
    }
    places[page] = NONE;
    if (place < NONE) {
      return; // in the cache
    }
    int unit = place / pagesPerUnit;
    if (states[unit] == UnitState.CLOSED) {
      wholeUnits -= valid[unit] == pagesPerUnit ? 1 : 0;
    }
    valid[unit]--;
    if (states[unit] == UnitState.CLOSED) {
      policy.invalidated(unit, valid[unit], clock());
    }
  }

  /** Programs a page of the host, into the cache if the drive has a cache. */
  private void programHost(int page, int stream) {
    if (cache == null) {
      program(page, stream);
      return;
    }
    if (cache.isFull()) {
      fold();
    }
    places[page] = FIRST_CACHED - cache.add(page, stream);
  }

  /** Moves the valid pages of the oldest cache unit to reclaim units; erases the cache unit. */
  private void fold() {
    int end = cache.oldest() + config.cacheUnitPages();
    for (int place = cache.oldest(); place < end; place++) {
      int page = cache.pageAt(place);
      if (places[page] == FIRST_CACHED - place) {
        collectInForeground();
        program(page, cache.handleAt(place));
        writes.add(PARTS[parts[page]], Cause.FOLD, 1);
      }
    }
    cache.eraseOldest();
  }

  /** Returns the number of pages programmed so far. */
  private long clock() {
    return written + copied;
  }

  /** Programs an unmapped page at the end of a stream's unit, and maps the page. */
  private void program(int page, int stream) {
    if (openUnits[stream] == NONE) {
      openUnit(stream);
    }
    int unit = openUnits[stream];
    int place = unit * pagesPerUnit + filled[stream]++;
    places[page] = place;
    residents[place] = page;
    valid[unit]++;
    if (filled[stream] == pagesPerUnit) {
      closeUnit(stream);
      if (stream < config.handles()) {
        openUnit(stream);
      }
    }
  }

  private void openUnit(int stream) {
    int unit = free.take();
    states[unit] = UnitState.OPEN;
    owners[unit] = stream % hostPages.length;
    openUnits[stream] = unit;
    filled[stream] = 0;
  }

  private void closeUnit(int stream) {
    int unit = openUnits[stream];
    openUnits[stream] = NONE;
    filled[stream] = 0;
    states[unit] = UnitState.CLOSED;
    closedUnits++;
    wholeUnits += valid[unit] == pagesPerUnit ? 1 : 0;
    policy.closed(unit, valid[unit], clock());
  }

  private void collectInForeground() {
    while (free.count() <= config.foregroundUnits()) {
      int victim = victim();
      if (victim == NONE) {
        return; // every closed unit is wholly valid, so the spare units are free or open
      }
      collect(victim);
    }
  }

  private void collectInBackground() {
    if (free.count() > config.backgroundUnits()) {
      return;
    }
    int victim = victim();
    if (victim != NONE && valid[victim] <= config.lazyShare() * pagesPerUnit) {
      collect(victim);
    }
  }

  private int victim() {
    return wholeUnits == closedUnits ? NONE : policy.choose(clock());
  }

  private void collect(int victim) {
    policy.removed(victim);
    states[victim] = UnitState.OPEN; // being emptied
    closedUnits--;
    wholeUnits -= valid[victim] == pagesPerUnit ? 1 : 0;
    int owner = owners[victim];
    boolean shared = config.isolation() == Isolation.INITIAL;
    int target = shared ? config.handles() : owner;
    int stream = config.isolation() == Isolation.MIXED ? owner : hostPages.length + target;
    if (valid[victim] > 0) {
      note(FdpEvent.MEDIA_REALLOCATED);
    }
    int first = victim * pagesPerUnit;
    for (int place = first; valid[victim] > 0; place++) {
      int page = residents[place];
      if (page == NONE || places[page] != place) {
        continue;
      }
      valid[victim]--;
      program(page, stream);
      writes.add(PARTS[parts[page]], Cause.GC, 1);
      copiedPages[owner]++;
      copied++;
      if (owner != target) {
        hostPages[target]++;
      }
    }
    Arrays.fill(residents, first, first + pagesPerUnit, NONE);
    states[victim] = UnitState.FREE;
    free.add(victim);
    erases++;
  }

  /** Returns the counters. */
  public FdpStats stats() {
    List<HandleStats> handles = new ArrayList<>();
    for (int i = 0; i < hostPages.length; i++) {
      handles.add(new HandleStats(hostPages[i], copiedPages[i]));
    }
    return new FdpStats(
        written,
        copied,
        erases,
        cache == null ? 0 : cache.erases(),
        writes.matrix(),
        List.copyOf(handles),
        Map.copyOf(events));
  }

  /** Writes the state of the drive except its counters. The drive must have no cache. */
  public void save(DataOutput out) throws IOException {
    IntArrays.save(out, places, residents, owners, openUnits, filled);
    out.write(parts);
    free.save(out);
  }

  /** Loads a saved state into this new drive, which must have the same configuration. */
  public void load(DataInput in) throws IOException {
    IntArrays.load(in, places, residents, owners, openUnits, filled);
    in.readFully(parts);
    free.load(in);
    Arrays.fill(states, UnitState.CLOSED);
    free.forEach(unit -> states[unit] = UnitState.FREE);
    Arrays.stream(openUnits).filter(unit -> unit != NONE).forEach(u -> states[u] = UnitState.OPEN);
    Arrays.stream(places).filter(place -> place >= 0).forEach(p -> valid[p / pagesPerUnit]++);
    for (int unit = 0; unit < states.length; unit++) {
      if (states[unit] == UnitState.CLOSED) {
        closedUnits++;
        wholeUnits += valid[unit] == pagesPerUnit ? 1 : 0;
        policy.closed(unit, valid[unit], clock());
      }
    }
  }

  /** Returns the number of pages copied so far. */
  public long copiedPages() {
    return copied;
  }

  /** Returns the number of units erased so far. */
  public long erases() {
    return erases;
  }

  /** Returns the number of free reclaim units. */
  int freeUnits() {
    return free.count();
  }

  /** Returns whether the newest copy of a host page is in the cache. */
  boolean isCached(int page) {
    return places[page] < NONE;
  }

  /** Returns the reclaim unit that contains a host page, or -1 if none does. */
  int unitOf(int page) {
    return places[page] < 0 ? NONE : places[page] / pagesPerUnit;
  }

  UnitState state(int unit) {
    return states[unit];
  }

  int validPages(int unit) {
    return valid[unit];
  }

  int ownerOf(int unit) {
    return owners[unit];
  }

  /** Returns the number of pages written to the open units since they were opened. */
  long openPages() {
    return Arrays.stream(filled).asLongStream().sum();
  }
}
