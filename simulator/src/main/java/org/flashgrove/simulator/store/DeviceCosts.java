package org.flashgrove.simulator.store;

import java.util.Arrays;

/**
 * Costs of page accesses on a device that several users access at the same time and in the same
 * way. A cost is the time per page that each user observes.
 */
public final class DeviceCosts {
  private final int[] users;
  private final double[][] nanos;

  /**
   * Creates a table of measured costs.
   *
   * @param users numbers of users, ascending from 1
   * @param nanosPerPage nanoseconds per page, for each {@link DeviceUse} and each number of users
   */
  public DeviceCosts(int[] users, double[][] nanosPerPage) {
    if (users.length == 0 || users[0] != 1 || nanosPerPage.length != DeviceUse.values().length) {
      throw new IllegalArgumentException(
          "device costs: users "
              + Arrays.toString(users)
              + " with "
              + nanosPerPage.length
              + " rows (allowed: users from 1, "
              + DeviceUse.values().length
              + " rows)");
    }
    this.users = users.clone();
    nanos = new double[nanosPerPage.length][];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = nanosPerPage[i].clone();
      if (nanos[i].length != users.length) {
        throw new IllegalArgumentException(
            "device costs: row "
                + i
                + " has "
                + nanos[i].length
                + " values (allowed: "
                + users.length
                + ")");
      }
    }
  }

  /**
   * Returns the time per page in nanoseconds for each of {@code userCount} users. Interpolates
   * linearly between measured numbers of users; above the largest measured number, the time grows
   * in proportion to the number of users.
   */
  public double nanosPerPage(DeviceUse use, int userCount) {
    double[] of = nanos[use.ordinal()];
    int last = users.length - 1;
    if (userCount >= users[last]) {
      return of[last] * userCount / users[last];
    }
    int at = 0;
    while (users[at + 1] <= userCount) {
      at++;
    }
    double part = (double) (userCount - users[at]) / (users[at + 1] - users[at]);
    return of[at] + part * (of[at + 1] - of[at]);
  }
}
