package org.flashgrove.lab.experiment.placement;

import java.util.SplittableRandom;

/**
 * Distribution of the pages that the writer <em>jumper</em> overwrites. The paper WARP (FAST 2026)
 * defines this writer.
 */
enum Jumper {
  ZIPF_2_2("zipf 2.2", 60.5, 19, 20.5) {
    @Override
    Draw over(int pages, long seed) {
      return zipf(pages, 2.2, seed);
    }
  },

  ZIPF_1_2("zipf 1.2", 60, 20, 20) {
    @Override
    Draw over(int pages, long seed) {
      return zipf(pages, 1.2, seed);
    }
  },

  /** 80 % of the writes go to the first 20 % of the pages, and 10 % to the next 20 %. */
  ZONED("zoned", 58, 21, 21) {
    @Override
    Draw over(int pages, long seed) {
      int fifth = pages / 5;
      return random -> {
        int percent = 1 + random.nextInt(100);
        if (percent <= 80) {
          return random.nextInt(fifth);
        }
        return percent <= 90
            ? fifth + random.nextInt(fifth)
            : 2 * fifth + random.nextInt(pages - 2 * fifth);
      };
    }
  },

  UNIFORM("uniform", 57, 22, 21) {
    @Override
    Draw over(int pages, long seed) {
      return random -> random.nextInt(pages);
    }
  };

  /** Number of pages of 4 KiB in the first 90 % of the drive of 448 GiB in WARP. */
  private static final long FULL_PAGES = 105_696_460L;

  private final String label;
  private final double[] shares;

  Jumper(String label, double sequential, double jumper, double uniform) {
    this.label = label;
    shares = new double[] {sequential / 100, jumper / 100, uniform / 100};
  }

  /** Draws pages at random. */
  @FunctionalInterface
  interface Draw {
    /** Returns the next page, from 0. */
    int next(SplittableRandom random);
  }

  /** Returns the distribution over the pages from 0 to {@code pages} - 1. */
  abstract Draw over(int pages, long seed);

  /**
   * Returns a Zipf distribution for a drive that is simulated with fewer pages than in WARP. Draws
   * a page of WARP's full drive, and then scales the page number down to {@code pages}. So the
   * share of writes to the most frequent pages does not depend on {@code pages}.
   */
  private static Draw zipf(int pages, double theta, long seed) {
    FioZipf ranks = new FioZipf(FULL_PAGES, theta, seed >>> 1);
    return random -> (int) (ranks.page(random) * pages / FULL_PAGES);
  }

  /** Returns the name in tables and in {@code --set jumper=}. */
  String label() {
    return label;
  }

  /**
   * Returns the fraction of all bytes that each of the three writers wrote: sequential, jumper and
   * uniform. The values are from the published logs of the drive of 448 GiB. In WARP they result
   * from the speed of the emulator, which is not simulated here.
   */
  double[] shares() {
    return shares.clone();
  }
}
