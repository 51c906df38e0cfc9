package org.flashgrove.grove.columns;

import java.util.Random;

/** Kinds of entries that packed pages have to keep exactly. */
public enum RandomEntries {
  /** Points with random digits in the unit square. */
  POINTS,
  /** Small rectangles with random digits. */
  RECTANGLES,
  /** Points with two digits behind the point. */
  DECIMAL_POINTS,
  /** Rectangles with six digits behind the point, of either sign. */
  DECIMAL_RECTANGLES,
  /** Points with whole coordinates of 52 bits. */
  WHOLE_POINTS,
  /** A few points, again and again. */
  DUPLICATES,
  /** One rectangle with one id, again and again. */
  ONE,
  /** Zeros of both signs as points, and as rectangles between them. */
  ZEROS,
  /** Subnormal numbers of both signs. */
  SUBNORMAL,
  /** Points whose coordinates are floats of any size and sign, zeros of both signs among them. */
  FLOAT_POINTS,
  /** Points with random digits whose coordinates are all negative. */
  NEGATIVE_POINTS,
  /** Points of floats whose coordinates are all negative. */
  NEGATIVE_FLOATS,
  /** Small rectangles of floats in the unit square. */
  FLOAT_RECTANGLES,
  /** Finite coordinates of any size and sign: differences of 64 bits. */
  ANY_POINTS,
  /** Rectangles of such coordinates. */
  ANY_RECTANGLES,
  /** Points and rectangles, decimals and others mixed, among them the greatest double. */
  MIXED;

  private static final int FEW = 5;

  /** Draws entries; ids are small, spread over 64 bits, or all the same. */
  public EntryColumns draw(Random random, int count, boolean withDeletions) {
    EntryColumns entries = new EntryColumns(count);
    int ids = random.nextInt(3);
    double[] box = new double[4];
    long seed = random.nextLong();
    for (int i = 0; i < count; i++) {
      Random source = this == DUPLICATES || this == ONE ? new Random(seed + kind(random)) : random;
      drawBox(source, box);
      long id = ids == 0 ? i : ids == 1 ? random.nextLong() : 42;
      entries.setDeletion(
          entries.add(0, this == ONE ? 7 : id, box[0], box[1], box[2], box[3]),
          withDeletions && random.nextInt(3) == 0);
    }
    return entries;
  }

  private int kind(Random random) {
    return this == ONE ? 0 : random.nextInt(FEW);
  }

  private void drawBox(Random random, double[] box) {
    switch (this) {
      case POINTS:
      case DUPLICATES:
        point(box, random.nextDouble(), random.nextDouble());
        break;
      case RECTANGLES:
      case ONE:
        box[0] = random.nextDouble();
        box[1] = random.nextDouble() - 0.5;
        box[2] = box[0] + 0.01 * random.nextDouble();
        box[3] = box[1] + 0.01 * random.nextDouble();
        break;
      case NEGATIVE_POINTS:
        point(box, -80 - random.nextDouble(), -1 - random.nextDouble());
        break;
      case NEGATIVE_FLOATS:
        point(box, (float) (-80 - random.nextDouble()), (float) (-1 - random.nextDouble()));
        break;
      case DECIMAL_POINTS:
        point(box, random.nextInt(100_000) / 1e2, random.nextInt(100_000) / 1e2);
        break;
      case DECIMAL_RECTANGLES:
        long x = random.nextInt(360_000_000) - 180_000_000;
        long y = random.nextInt(180_000_000) - 90_000_000;
        box[0] = x / 1e6;
        box[1] = y / 1e6;
        box[2] = (x + random.nextInt(1_000)) / 1e6;
        box[3] = (y + random.nextInt(1_000)) / 1e6;
        break;
      case WHOLE_POINTS:
        point(box, random.nextLong() >> 11, random.nextLong() >> 11);
        break;
      case ZEROS:
        box[0] = zero(random);
        box[1] = zero(random);
        box[2] = random.nextBoolean() ? zero(random) : box[0];
        box[3] = random.nextBoolean() ? zero(random) : box[1];
        break;
      default:
        drawOddBox(random, box);
    }
  }

  private void drawOddBox(Random random, double[] box) {
    switch (this) {
      case SUBNORMAL:
        sorted(box, subnormal(random), subnormal(random), subnormal(random), subnormal(random));
        break;
      case FLOAT_POINTS:
        point(box, anyFloat(random), anyFloat(random));
        break;
      case FLOAT_RECTANGLES:
        box[0] = random.nextFloat();
        box[1] = random.nextFloat();
        box[2] = (float) box[0] + 0.01f * random.nextFloat();
        box[3] = (float) box[1] + 0.01f * random.nextFloat();
        break;
      case ANY_POINTS:
        point(box, any(random), any(random));
        break;
      case ANY_RECTANGLES:
        sorted(box, any(random), any(random), any(random), any(random));
        break;
      default:
        if (random.nextBoolean()) {
          values()[random.nextInt(MIXED.ordinal())].drawBox(random, box);
        } else {
          point(box, random.nextInt(10), random.nextBoolean() ? Double.MAX_VALUE : -1e300);
        }
    }
  }

  private static double zero(Random random) {
    return random.nextBoolean() ? 0.0 : -0.0;
  }

  private static double anyFloat(Random random) {
    if (random.nextInt(10) == 0) {
      return zero(random);
    }
    float value = Float.intBitsToFloat(random.nextInt());
    return Float.isFinite(value) ? value : (float) random.nextGaussian();
  }

  private static double subnormal(Random random) {
    double value = random.nextInt(1_000) * Double.MIN_VALUE;
    return random.nextBoolean() ? value : -value;
  }

  private static double any(Random random) {
    double value = Double.longBitsToDouble(random.nextLong());
    return Math.abs(value) <= Double.MAX_VALUE ? value : random.nextGaussian();
  }

  private static void point(double[] box, double x, double y) {
    box[0] = x;
    box[1] = y;
    box[2] = x;
    box[3] = y;
  }

  private static void sorted(double[] box, double x1, double y1, double x2, double y2) {
    box[0] = Math.min(x1, x2);
    box[1] = Math.min(y1, y2);
    box[2] = Math.max(x1, x2);
    box[3] = Math.max(y1, y2);
  }
}
