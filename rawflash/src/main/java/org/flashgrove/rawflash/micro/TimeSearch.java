package org.flashgrove.rawflash.micro;

/**
 * Method that finds the page with a given time. Pages are in time order. Each step estimates the
 * position of the page and reads the page at this position, which narrows the range. If a step has
 * not halved the range, the next step reads the middle page. The search therefore reads at most
 * {@code 2 ceil(log2(n + 1)) + 2} of n pages.
 */
public enum TimeSearch {
  /**
   * Estimates a lower bound of the position. No page covers a longer time span than {@code
   * longest}. The target is therefore at least {@code (time - lowTime) / longest} pages after the
   * page at {@code low}.
   */
  LOWER_BOUND {
    @Override
    long guess(long low, long lowTime, long high, long highTime, long time, long longest) {
      double pages = ((double) time - lowTime) / longest;
      return low + (long) Math.min(high - low, Math.max(1, Math.floor(pages)));
    }
  },

  /** Interpolates linearly between the times of the pages at {@code low} and {@code high}. */
  SCALED {
    @Override
    long guess(long low, long lowTime, long high, long highTime, long time, long longest) {
      double part = ((double) time - lowTime) / ((double) highTime - lowTime);
      return low + Math.round(part * (high - low));
    }
  };

  /**
   * Returns the estimated position of the page with the time {@code time}, between the pages at
   * {@code low} and {@code high}.
   */
  abstract long guess(long low, long lowTime, long high, long highTime, long time, long longest);

  /** Returns the name in specs. */
  String word() {
    return this == SCALED ? "scaled" : "lowerbound";
  }

  /**
   * Finds the first page whose newest record has at least the given time.
   *
   * @param highTime time of the newest page, at least {@code time}
   * @param longest maximum time span of a page, 1 or more
   */
  long find(CircularFile file, long time, long highTime, long longest) {
    long low = file.oldest() - 1;
    long lowTime = 0;
    long high = file.next() - 1;
    while (!file.exists(high)) {
      high--;
    }
    long timeOfHigh = highTime;
    boolean hasLow = false;
    boolean bisects = false;
    while (between(file, low, high, low + 1) >= 0) {
      long width = high - low;
      long guess = low + 1;
      if (hasLow) {
        guess = bisects ? low + width / 2 : guess(low, lowTime, high, timeOfHigh, time, longest);
      }
      long page = between(file, low, high, guess);
      file.load(page);
      if (file.head().time() < time) {
        low = page;
        lowTime = file.head().time();
      } else {
        high = page;
        timeOfHigh = file.head().time();
      }
      bisects = hasLow && !bisects && 2 * (high - low) > width;
      hasLow = true;
    }
    return high;
  }

  /**
   * Returns the position of an existing page strictly between two positions, close to {@code
   * guess}, or -1 if there is none.
   */
  private static long between(CircularFile file, long low, long high, long guess) {
    if (high - low < 2) {
      return -1;
    }
    long from = Math.min(high - 1, Math.max(low + 1, guess));
    for (long page = from; page < high; page++) {
      if (file.exists(page)) {
        return page;
      }
    }
    for (long page = from; page > low; page--) {
      if (file.exists(page)) {
        return page;
      }
    }
    return -1;
  }
}
