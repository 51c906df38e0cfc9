package org.flashgrove.simulator.trace;

import java.util.SplittableRandom;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;

/** A synthetic trace. Equal parameters give equal requests on every Java release. */
public final class SyntheticTrace implements TraceSource {
  /** Distribution of requests. */
  public enum Pattern {
    /** The blocks in ascending order, again and again. */
    SEQUENTIAL,
    /** All blocks with equal probability. */
    UNIFORM,
    /** Zipf's law: few blocks get the most requests. */
    ZIPF,
    /** A hot part and a cold part. */
    HOTCOLD
  }

  /**
   * Distribution of the requests of a trace over addresses.
   *
   * @param pattern distribution over blocks
   * @param spanBytes size of the address space in bytes, at least the size of two requests
   * @param theta exponent of Zipf's law, above 0, at most 10
   * @param hotPart hot fraction of the address space, between 0 and 1
   * @param hotShare fraction of the requests that access the hot part, 0 to 1
   */
  public record Places(
      Pattern pattern, long spanBytes, double theta, double hotPart, double hotShare) {
    private static final double LARGEST_THETA = 10;

    /**
     * Throws an {@link IllegalArgumentException} if {@code theta}, {@code hotPart} or {@code
     * hotShare} is out of range.
     */
    public Places {
      require(theta > 0 && theta <= LARGEST_THETA, "theta " + theta, "more than 0, at most 10");
      require(hotPart > 0 && hotPart < 1, "hot part " + hotPart, "between 0 and 1");
      require(hotShare >= 0 && hotShare <= 1, "hot share " + hotShare, "0 to 1");
    }
  }

  /**
   * Parameters of a synthetic trace.
   *
   * @param places distribution of the requests over addresses
   * @param count number of requests
   * @param requestBytes size of each request in bytes; offsets are multiples of this size
   * @param readShare fraction of the requests that are reads, 0 to 1; the others are writes
   * @param intervalNanos mean of the exponentially distributed times between arrivals, in
   *     nanoseconds; 0 for an untimed trace
   * @param seed random seed
   */
  public record Shape(
      Places places,
      long count,
      long requestBytes,
      double readShare,
      long intervalNanos,
      long seed) {
    /**
     * Throws an {@link IllegalArgumentException} if a value is out of range, or if the address
     * space is smaller than 2 requests or larger than 2^31 requests.
     */
    public Shape {
      require(count >= 0, "count " + count, "0 or more");
      require(requestBytes >= 1, "request of " + requestBytes + " bytes", "1 or more");
      long blocks = places.spanBytes() / requestBytes;
      require(
          blocks >= 2 && blocks <= Scatter.MOST,
          "span of " + places.spanBytes() + " bytes",
          "2 to 2^31 requests of " + requestBytes);
      require(readShare >= 0 && readShare <= 1, "reads " + readShare, "0 to 1");
      require(intervalNanos >= 0, "interval " + intervalNanos + " ns", "0 or more");
    }
  }

  private static void require(boolean right, String wrong, String allowed) {
    if (!right) {
      throw new IllegalArgumentException(wrong + " (allowed: " + allowed + ")");
    }
  }

  private final Shape shape;
  private final SplittableRandom random;
  private final AccessPattern pattern;
  private long made;
  private double arrivalNanos;

  /** Creates a trace that starts at its first request. */
  public SyntheticTrace(Shape shape) {
    this.shape = shape;
    random = new SplittableRandom(shape.seed());
    pattern = pattern(shape);
  }

  private static AccessPattern pattern(Shape shape) {
    Places places = shape.places();
    long blocks = places.spanBytes() / shape.requestBytes();
    return switch (places.pattern()) {
      case SEQUENTIAL -> AccessPattern.sequential(blocks);
      case ZIPF -> AccessPattern.zipf(blocks, places.theta());
      case HOTCOLD -> AccessPattern.hotCold(blocks, places.hotPart(), places.hotShare());
      default -> AccessPattern.uniform(blocks);
    };
  }

  @Override
  public boolean isTimed() {
    return shape.intervalNanos() > 0;
  }

  @Override
  public boolean next(TraceRequest into) {
    if (made == shape.count()) {
      return false;
    }
    made++;
    boolean reading = UniformDraw.fraction(random) < shape.readShare();
    long block = pattern.next(random);
    if (isTimed()) {
      arrivalNanos += -shape.intervalNanos() * StrictMath.log(1 - UniformDraw.fraction(random));
    }
    into.set(reading ? OperationKind.READ : OperationKind.WRITE, Origin.HOST)
        .arriveAt(Math.round(arrivalNanos))
        .cover(0, block * shape.requestBytes(), shape.requestBytes());
    return true;
  }
}
