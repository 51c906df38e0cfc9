package org.flashgrove.simulator.trace;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;

/**
 * Brings a new device into a realistic state before a measurement. This is necessary because a new
 * device collects no garbage.
 *
 * <p>{@code SEQ} writes every page once, in order. {@code RANDOM} then overwrites random pages in
 * windows. A window consists of half as many writes as the device has pages. The steady state is
 * reached when the write amplification of each of the last four windows is within 2 % of their
 * mean. The tolerance is larger for small windows, whose results vary randomly. If the steady state
 * is not reached after 40 windows, preconditioning stops, and the report says so. The idea is from
 * SNIA's Solid State Storage Performance Test Specification, which compares throughput instead of
 * write amplification.
 *
 * <p>Afterwards the statistics of the device are reset; its clock and its state are not.
 */
public final class Preconditioning {
  /** Kind of preconditioning. */
  public enum Kind {
    /** No preconditioning. */
    NONE,
    /** A sequential fill. */
    SEQ,
    /** A sequential fill, then random overwrites until the steady state. */
    RANDOM
  }

  private static final int RUN_PAGES = 64;
  private static final int WINDOWS_LOOKED_AT = 4;
  private static final int MOST_WINDOWS = 40;
  private static final int SMALLEST_WINDOW = 256;
  private static final double STEADY = 0.02;

  private Preconditioning() {}

  /**
   * Result of a preconditioning.
   *
   * @param kind requested kind
   * @param pageWrites number of pages written
   * @param windows number of windows of random overwrites
   * @param writeAmplification write amplification of the last window, or of the sequential fill if
   *     there was no window
   * @param steady whether the steady state was reached
   * @param virtualNanos virtual duration in nanoseconds
   */
  public record Report(
      Kind kind,
      long pageWrites,
      int windows,
      double writeAmplification,
      boolean steady,
      long virtualNanos) {}

  /**
   * Preconditions a device and returns a report.
   *
   * @param seed random seed of the overwrites
   */
  public static Report run(Kind kind, SimulatedDevice device, long seed) {
    if (kind == Kind.NONE) {
      return new Report(kind, 0, 0, 1, true, 0);
    }
    DeviceStats before = device.figures();
    fill(device);
    double amplification = device.figures().since(before).writeAmplification();
    int windows = 0;
    boolean steady = true;
    if (kind == Kind.RANDOM) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] last = new double[WINDOWS_LOOKED_AT];
      steady = false;
      while (!steady && windows < MOST_WINDOWS) {
        last[windows % WINDOWS_LOOKED_AT] = overwrite(device, random);
        amplification = last[windows % WINDOWS_LOOKED_AT];
        windows++;
        steady = windows >= WINDOWS_LOOKED_AT && isSteady(last, window(device));
      }
    }
    device.flush(Origin.PRECONDITION);
    device.drain();
    DeviceStats done = device.figures().since(before);
    device.resetFigures();
    return new Report(
        kind, done.hostPageWrites(), windows, amplification, steady, done.virtualNanos());
  }

  private static void fill(SimulatedDevice device) {
    long pages = device.capacityPages();
    for (long page = 0; page < pages; page += RUN_PAGES) {
      device.write(page, (int) Math.min(RUN_PAGES, pages - page), Origin.PRECONDITION, null);
    }
  }

  private static long window(SimulatedDevice device) {
    return Math.max(SMALLEST_WINDOW, device.capacityPages() / 2);
  }

  /** Overwrites random pages during one window. Returns the write amplification of the window. */
  private static double overwrite(SimulatedDevice device, SplittableRandom random) {
    DeviceStats before = device.figures();
    long pages = device.capacityPages();
    long window = window(device);
    for (long i = 0; i < window; i++) {
      device.write(UniformDraw.below(random, pages), 1, Origin.PRECONDITION, null);
    }
    return device.figures().since(before).writeAmplification();
  }

  private static boolean isSteady(double[] last, long window) {
    double mean = Arrays.stream(last).average().orElseThrow();
    double lowest = Arrays.stream(last).min().orElseThrow();
    double highest = Arrays.stream(last).max().orElseThrow();
    double bound = Math.max(STEADY, 1 / Math.sqrt(window));
    return highest - mean <= bound * mean && mean - lowest <= bound * mean;
  }
}
