package org.flashgrove.simulator.chip;

import java.util.SplittableRandom;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;

/**
 * Error model that draws the number of wrong bits of each read, depending on wear, read disturb and
 * retention.
 *
 * <p>The expected share of wrong bits of a page is
 *
 * <pre>  rber + rberwear * (erases / endurance)^2 + disturb * reads + retention * days</pre>
 *
 * In this formula, {@code reads} is the number of reads of the page's block since the last erase.
 * {@code days} is the number of days of virtual time since the block was first programmed. The form
 * (a power of the erase cycles, linear in reads and age) follows measurements of Cai et al. (Error
 * Patterns in MLC NAND Flash Memory, DATE 2012; Read Disturb Errors in MLC NAND Flash Memory, DSN
 * 2015; retention there is closer to a power of time). The user provides the parameters of the
 * formula, because no manufacturer publishes them.
 *
 * <p>The number of wrong bits of a read has a Poisson distribution (approximated by a normal
 * distribution if 64 or more are expected). Error correction repairs up to {@link
 * NandModel#correctableBits()} wrong bits per page. If more bits are wrong, the page is sensed
 * again at shifted voltages. Each such retry leaves the share {@code retryfactor} of the wrong
 * bits. If the last retry fails, the page cannot be corrected.
 */
public final class BitErrors implements ErrorModel {
  private static final double NANOS_PER_DAY = 86_400e9;
  private static final double NORMAL_FROM = 64;
  private static final double NEVER = 1e-12;

  private final double bits;
  private final int endurance;
  private final int correctableBits;
  private final double toleratedBitErrors;
  private final double rber;
  private final double rberWear;
  private final double disturb;
  private final double retention;
  private final int retries;
  private final double retryFactor;
  private final double programFailure;
  private final double eraseFailure;
  private final SplittableRandom random;

  private BitErrors(Spec spec, NandModel model) {
    FlashGeometry geometry = model.geometry();
    bits = 8.0 * (geometry.pageBytes() + geometry.oobBytes());
    endurance = model.endurance();
    correctableBits = model.correctableBits();
    toleratedBitErrors = toleratedBitErrors(correctableBits);
    rber = spec.fraction("rber", 0, 0, 1);
    rberWear = spec.fraction("rberwear", 0, 0, 1);
    disturb = spec.fraction("disturb", 0, 0, 1);
    retention = spec.fraction("retention", 0, 0, 1);
    retries = spec.integer("retries", 5, 0, 100);
    retryFactor = spec.fraction("retryfactor", 0.5, 0, 1);
    programFailure = spec.fraction("programfail", 0, 0, 1);
    eraseFailure = spec.fraction("erasefail", 0, 0, 1);
    random = new SplittableRandom(spec.integer("seed", 1, 0, Integer.MAX_VALUE));
  }

  /**
   * Returns the largest mean number of wrong bits per read with which at most one of 10^12 reads
   * has more than {@code k} wrong bits. Uses Chernoff's bound {@code exp(-x) (e x / (k + 1))^(k +
   * 1)}.
   */
  private static double toleratedBitErrors(int k) {
    double low = 0;
    double high = k + 1;
    for (int i = 0; i < 60; i++) {
      double x = (low + high) / 2;
      double bound = -x + (k + 1) * (1 + StrictMath.log(x / (k + 1)));
      low = bound < StrictMath.log(NEVER) ? x : low;
      high = bound < StrictMath.log(NEVER) ? high : x;
    }
    return low;
  }

  /**
   * Parses the keys {@code rber, rberwear, disturb, retention, programfail, erasefail} (each 0 by
   * default), {@code retries=5}, {@code retryfactor=0.5} and {@code seed=1}.
   *
   * @return the model, or {@link ErrorModel#NONE} if all probabilities are 0
   */
  public static ErrorModel of(Spec spec, NandModel model) {
    BitErrors errors = new BitErrors(spec, model);
    double any =
        errors.rber
            + errors.rberWear
            + errors.disturb
            + errors.retention
            + errors.programFailure
            + errors.eraseFailure;
    return any == 0 ? ErrorModel.NONE : errors;
  }

  @Override
  public int senses(int eraseCount, int readsSinceErase, long ageNanos) {
    double worn = (double) eraseCount / endurance;
    double expected =
        bits
            * (rber
                + rberWear * worn * worn
                + disturb * readsSinceErase
                + retention * (ageNanos / NANOS_PER_DAY));
    if (expected <= toleratedBitErrors) {
      return 1;
    }
    double wrong = draw(Math.min(expected, bits));
    for (int retry = 0; retry <= retries; retry++) {
      if (wrong <= correctableBits) {
        return 1 + retry;
      }
      wrong *= retryFactor;
    }
    return -(1 + retries);
  }

  private double draw(double expected) {
    if (expected <= 0) {
      return 0;
    }
    if (expected >= NORMAL_FROM) {
      return Math.max(0, Math.rint(expected + Math.sqrt(expected) * normal()));
    }
    double threshold = StrictMath.exp(-expected);
    double product = random.nextDouble();
    int count = 0;
    while (product > threshold) {
      product *= random.nextDouble();
      count++;
    }
    return count;
  }

  /** Returns a normally distributed random number (Box and Muller). */
  private double normal() {
    double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  @Override
  public int sensesAtMost() {
    return 1 + retries;
  }

  @Override
  public boolean programFails(int eraseCount) {
    return programFailure > 0 && random.nextDouble() < programFailure;
  }

  @Override
  public boolean eraseFails(int eraseCount) {
    return eraseFailure > 0 && random.nextDouble() < eraseFailure;
  }
}
