package org.flashgrove.simulator.trace;

import java.util.SplittableRandom;

/**
 * Random ranks 1 to n, where rank k has a probability proportional to {@code k^-theta}. The method
 * is rejection-inversion (W. Hörmann, G. Derflinger, Rejection-inversion to generate variates from
 * monotone discrete distributions, ACM TOMACS 6(3), 1996). The method needs no tables, so n may be
 * large.
 */
final class ZipfRanks {
  private final long n;
  private final double theta;
  private final double least;
  private final double most;
  private final double squeeze;

  ZipfRanks(long n, double theta) {
    this.n = n;
    this.theta = theta;
    least = integral(1.5) - 1;
    most = integral(n + 0.5);
    squeeze = 2 - inverse(integral(2.5) - height(2));
  }

  private double height(double x) {
    return StrictMath.exp(-theta * StrictMath.log(x));
  }

  /** Returns an integral of the function {@code x^-theta}. */
  private double integral(double x) {
    double logarithm = StrictMath.log(x);
    double power = (1 - theta) * logarithm;
    return power == 0 ? logarithm : StrictMath.expm1(power) / (1 - theta);
  }

  private double inverse(double area) {
    double scaled = area * (1 - theta);
    return scaled == 0
        ? StrictMath.exp(area)
        : StrictMath.exp(StrictMath.log1p(Math.max(-1, scaled)) / (1 - theta));
  }

  long next(SplittableRandom random) {
    while (true) {
      double area = most + UniformDraw.fraction(random) * (least - most);
      double x = inverse(area);
      long rank = Math.max(1, Math.min(n, Math.round(x)));
      if (rank - x <= squeeze || area >= integral(rank + 0.5) - height(rank)) {
        return rank;
      }
    }
  }
}
