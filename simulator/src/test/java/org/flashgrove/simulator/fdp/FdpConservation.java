package org.flashgrove.simulator.fdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.WriteMatrix;

/** Checks laws of conservation that hold at any time for an FDP drive without a cache. */
final class FdpConservation {
  /** Writer of a page that is not mapped. */
  static final int NEVER = -1;

  private FdpConservation() {}

  /**
   * Checks conservation of pages, units and counts, and the owners of units.
   *
   * @param writers handle that wrote each page last, or {@link #NEVER}
   * @param host pages that the host wrote
   */
  static void check(FdpDevice device, int[] writers, long host) {
    FdpConfig config = device.config();
    int units = config.physicalUnits();
    int[] valid = new int[units];
    for (int page = 0; page < writers.length; page++) {
      int unit = device.unitOf(page);
      if (unit >= 0 != (writers[page] != NEVER)) {
        fail("page %d of handle %d is in unit %d", page, writers[page], unit);
      }
      if (unit >= 0) {
        valid[unit]++;
        int owner = device.ownerOf(unit);
        boolean isReserved = config.isolation() == Isolation.INITIAL && owner == config.handles();
        if (owner != writers[page] && !isReserved) {
          fail("page %d of handle %d is in a unit of %d", page, writers[page], owner);
        }
      }
    }
    int[] counted = new int[units];
    int[] states = new int[FdpDevice.UnitState.values().length];
    for (int unit = 0; unit < units; unit++) {
      counted[unit] = device.validPages(unit);
      states[device.state(unit).ordinal()]++;
    }
    assertThat(counted).isEqualTo(valid);
    int free = states[FdpDevice.UnitState.FREE.ordinal()];
    int open = states[FdpDevice.UnitState.OPEN.ordinal()];
    int closed = states[FdpDevice.UnitState.CLOSED.ordinal()];
    assertThat(device.freeUnits()).isEqualTo(free).isPositive();
    assertThat(open).isBetween(config.handles(), 2 * config.allHandles());
    FdpStats stats = device.stats();
    assertThat(stats.hostPages()).isEqualTo(host);
    // programmed pages that are still there: all of closed units unless updates left some blank
    long present = stats.mediaPages() - stats.erases() * config.pagesPerUnit();
    assertThat(present)
        .isLessThanOrEqualTo((long) closed * config.pagesPerUnit() + device.openPages());
    WriteMatrix writes = stats.writes();
    assertThat(writes.ofHost()).isEqualTo(host);
    assertThat(writes.ofCause(Cause.GC)).isEqualTo(stats.copiedPages());
    assertThat(writes.total()).isEqualTo(host + stats.copiedPages());
    checkHandles(stats, config);
  }

  /** Checks the sums over handles; with a reserved one, also the two identities of WARP's logs. */
  private static void checkHandles(FdpStats stats, FdpConfig config) {
    long hostSum = 0;
    long copied = 0;
    for (int i = 0; i < config.handles(); i++) {
      hostSum += stats.handles().get(i).hostPages();
      copied += stats.handles().get(i).copiedPages();
    }
    assertThat(hostSum).isEqualTo(stats.hostPages());
    if (config.isolation() != Isolation.INITIAL) {
      assertThat(copied).isEqualTo(stats.copiedPages());
    } else {
      HandleStats reserved = stats.handles().get(config.handles());
      assertThat(reserved.hostPages()).isEqualTo(copied);
      assertThat(reserved.mediaPages()).isEqualTo(stats.copiedPages());
    }
  }
}
