package org.flashgrove.simulator.store;

import java.util.Arrays;

/**
 * Page costs of a device: the time per page for each of some users who all use the device in the
 * same way concurrently.
 */
public final class DeviceCosts {
  private final int[] users;
  private final double[][] nanos;

  /**
   * Costs that were measured.
   *
   * @param users numbers of users, ascending from 1
   * @param nanosPerPage for each {@link DeviceUse}, for each number of users
   */
  public DeviceCosts(int[] users, double[][] nanosPerPage) {
    if (users.length == 0 || users[0] != 1 || nanosPerPage.length != DeviceUse.values().length) {
      throw new IllegalArgumentException(
          "costs for users " + Arrays.toString(users) + " (allowed: from 1 on)");
    }
    this.users = users.clone();
    nanos = new double[nanosPerPage.length][];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = nanosPerPage[i].clone();
      if (nanos[i].length != users.length) {
        throw new IllegalArgumentException(nanos[i].length + " costs for " + users.length);
      }
    }
  }

  /**
   * Nanoseconds a page for each of {@code userCount} users; between measured numbers on straight
   * lines, beyond them in proportion.
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
