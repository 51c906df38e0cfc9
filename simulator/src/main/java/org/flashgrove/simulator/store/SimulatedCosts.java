package org.flashgrove.simulator.store;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.trace.ClosedLoop;

/**
 * Measures the page costs of a simulated device. For each kind of use, 1 to 32 users make a few
 * hundred calls in virtual time on a separate device.
 */
public final class SimulatedCosts {
  private static final int[] USERS = {1, 2, 4, 8, 16, 32};
  private static final int CALLS = 96;
  private static final int SCAN_PAGES = 128;
  private static final int GATHERED_PAGES = 256;
  private static final int FILL_PAGES = 64;

  private final SimulatedDevice device;
  private final int factor;
  private final int unitPages;
  private final long share;

  private SimulatedCosts(SimulatedDevice device, int pageBytes, int unitPages) {
    int most = USERS[USERS.length - 1];
    this.device = device;
    this.unitPages = unitPages;
    factor = Math.max(1, pageBytes / device.pageBytes());
    long pages = device.capacityPages() / factor;
    // each user has a part of the device; its size is odd, so that users access different dies
    share = pages / (most + 1) - 1 | 1;
    if (share < 2 * GATHERED_PAGES) {
      throw new IllegalArgumentException(
          "device: "
              + pages
              + " pages (allowed: at least "
              + 2L * (GATHERED_PAGES + 1) * (most + 1)
              + " for calibration)");
    }
  }

  /**
   * Measures the costs of a device. Overwrites the content of the device.
   *
   * @param pageBytes size in bytes of a page of the table, or of temporary space
   * @param unitPages number of pages that sorts write and read together
   * @param device a new device
   */
  public static DeviceCosts measure(SimulatedDevice device, int pageBytes, int unitPages) {
    return new SimulatedCosts(device, pageBytes, unitPages).measure();
  }

  private DeviceCosts measure() {
    long used = USERS[USERS.length - 1] * share;
    for (long page = 0; page < used * factor; page += FILL_PAGES) {
      int count = (int) Math.min(FILL_PAGES, used * factor - page);
      device.write(page, count, Origin.PRECONDITION, null);
    }
    DeviceUse[] uses = DeviceUse.values();
    double[][] nanos = new double[uses.length][USERS.length];
    for (DeviceUse use : uses) {
      for (int i = 0; i < USERS.length; i++) {
        nanos[use.ordinal()][i] = nanosPerPage(use, USERS[i]);
      }
    }
    return new DeviceCosts(USERS, nanos);
  }

  private double nanosPerPage(DeviceUse use, int users) {
    List<User> clients = new ArrayList<>();
    for (int i = 0; i < users; i++) {
      clients.add(new User(use, i));
    }
    long nanos = ClosedLoop.run(List.of(device), clients);
    return (double) nanos / clients.get(0).pages;
  }

  private final class User implements ClosedLoop.Client {
    private final DeviceUse use;
    private final long first;
    private final SplittableRandom random;
    private int calls;
    private long next;
    private long pages;

    User(DeviceUse use, int number) {
      this.use = use;
      first = number * share;
      random = new SplittableRandom(number);
      // users start at different places of their parts
      next = random.nextLong(share / 2);
    }

    @Override
    public boolean call(ClosedLoop.Call call) {
      if (calls++ == CALLS) {
        return false;
      }
      switch (use) {
        case SCAN -> read(call, inOrder(SCAN_PAGES), SCAN_PAGES);
        case NEIGHBOUR -> read(call, inOrder(1), 1);
        case RANDOM -> read(call, random.nextLong(share), 1);
        case MERGE -> read(call, random.nextLong(share - unitPages), unitPages);
        case GATHER -> {
          for (int got = 0; got < GATHERED_PAGES; got += unitPages) {
            read(call, random.nextLong(share - unitPages), unitPages);
          }
        }
        default -> {
          call.write(
              device, (first + inOrder(unitPages)) * factor, unitPages * factor, Origin.TEMP);
          pages += unitPages;
        }
      }
      return true;
    }

    private long inOrder(int count) {
      if (next + count > share) {
        next = 0;
      }
      long at = next;
      next += count;
      return at;
    }

    private void read(ClosedLoop.Call call, long page, int count) {
      call.read(device, (first + page) * factor, count * factor, Origin.HEAP);
      pages += count;
    }
  }
}
