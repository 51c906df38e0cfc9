package org.flashgrove.simulator.device;

/** Analytic models of write amplification under uniform random page writes. */
public final class WriteModels {
  private WriteModels() {}

  /**
   * First in, first out: since the oldest block was written, {@code T} pages were programmed,
   * {@code T / A} of them for the host, so one of its pages is still valid with probability {@code
   * exp(-T / (A U))}, and {@code A = 1 / (1 - exp(-alpha / A))} with {@code alpha = T / U}; by
   * Lambert's W {@code A = alpha / (alpha + W(-alpha exp(-alpha)))}. Menon, A Performance
   * Comparison of RAID-5 and Log-Structured Arrays, 1995; Robinson, Analysis of Steady-State
   * Segment Storage Utilizations in a Log-Structured File System, 1996; Desnoyers, Analytic
   * Modeling of SSD Write Performance, SYSTOR 2012 (equation for LRU).
   */
  public static double fifo(double alpha) {
    double argument = -alpha * Math.exp(-alpha);
    // the branch W0, in (-1, 0), by Newton's method
    double w = -0.5;
    for (int i = 0; i < 100; i++) {
      double e = Math.exp(w);
      w -= (w * e - argument) / (e * (w + 1));
    }
    return alpha / (alpha + w);
  }

  /**
   * Greedy: the mean field of Van Houdt (A Mean Field Model for a Class of Garbage Collection
   * Algorithms in Flash-based Solid State Drives, SIGMETRICS 2013) with d choices and d to
   * infinity, for blocks of {@code b} pages; the same balance as Desnoyers' for greedy (SYSTOR
   * 2012).
   *
   * <p>In units of a page's mean lifetime, a block with {@code i} valid pages loses one at rate
   * {@code i}, so it stays {@code 1 / i} on level {@code i}. It starts on level {@code b}. Victims
   * have {@code j} or {@code j + 1} valid pages for some {@code j}: none goes lower, none is taken
   * higher. Let the share {@code q} of blocks reach {@code j}, where they are taken at once; then
   * the mean stay on level {@code j + 1} is {@code q / (j + 1)}. The mean number of valid pages
   * over time must be {@code rho b}:
   *
   * <pre>  (b - (j + 1) + q) / (1/b + ... + 1/(j + 2) + q / (j + 1)) = rho b</pre>
   *
   * and of each {@code b} pages a victim gives, {@code j + 1 - q} on average are copied.
   */
  public static double greedy(double rho, int b) {
    double target = rho * b;
    for (int j = 0; j < b - 1; j++) {
      double time = 0;
      for (int i = b; i > j + 1; i--) {
        time += 1.0 / i;
      }
      double area = b - (j + 1);
      double q = (area - target * time) / (target / (j + 1) - 1);
      if (q >= 0 && q <= 1) {
        return b / (b - (j + 1 - q));
      }
    }
    throw new IllegalArgumentException("rho " + rho);
  }

  /**
   * d choices: Van Houdt's mean field for finite d. With {@code m(i)} the share of blocks with
   * {@code i} valid pages, {@code S(i)} that of blocks with {@code i} or more, and blocks filled at
   * rate {@code r}, those that are taken with fewer than {@code i} pages must have lost their
   * {@code i}-th:
   *
   * <pre>  i m(i) = r (1 - S(i)^d)     for i = b, ..., 1,   and   sum of i m(i) = rho b</pre>
   */
  public static double choices(double rho, int b, int d) {
    double slow = 0;
    double fast = 10.0 * b;
    double[] atLeast = new double[b + 2];
    for (int step = 0; step < 200; step++) {
      double rate = (slow + fast) / 2;
      double mean = 0;
      for (int i = b; i >= 1; i--) {
        double low = 0;
        double high = 1 - atLeast[i + 1];
        for (int bisection = 0; bisection < 60; bisection++) {
          double share = (low + high) / 2;
          boolean tooMany = i * share > rate * (1 - Math.pow(atLeast[i + 1] + share, d));
          low = tooMany ? low : share;
          high = tooMany ? share : high;
        }
        atLeast[i] = atLeast[i + 1] + low;
        mean += i * low;
      }
      // the more often blocks are filled, the more pages are valid
      slow = mean < rho * b ? rate : slow;
      fast = mean < rho * b ? fast : rate;
    }
    double copied = 0;
    for (int i = 1; i <= b; i++) {
      copied += Math.pow(atLeast[i], d);
    }
    return b / (b - copied);
  }
}
