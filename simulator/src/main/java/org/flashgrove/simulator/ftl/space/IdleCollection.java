package org.flashgrove.simulator.ftl.space;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * Selects the planes that are collected while the host sends no requests. Collection of a plane
 * starts when few of its blocks are free and stops when enough are free.
 */
public final class IdleCollection {
  /**
   * Rules of collection in idle time.
   *
   * @param start collection of a plane starts when less than this share of its blocks is free, 0 to
   *     1; 0 for never
   * @param stop collection of a plane stops when at least this share of its blocks is free, from
   *     {@code start} to 1
   * @param mostValid blocks with more than this share of valid pages are not collected, 0 to 1
   */
  public record Rules(double start, double stop, double mostValid) {
    /**
     * Parses the keys {@code idlestart=0}, {@code idlestop} (by default the value of {@code
     * idlestart}) and {@code idlevalid=0.5}.
     *
     * @throws SpecException if a value is not allowed
     */
    static Rules of(Spec spec) {
      double start = spec.fraction("idlestart", 0, 0, 1);
      double stop = spec.fraction("idlestop", start, 0, 1);
      double mostValid = spec.fraction("idlevalid", 0.5, 0, 1);
      if (stop < start) {
        throw new SpecException(
            spec.name()
                + ": idlestop="
                + stop
                + " below idlestart="
                + start
                + " (allowed: from idlestart to 1)");
      }
      return new Rules(start, stop, mostValid);
    }

    /** Returns whether blocks are collected in idle time at all. */
    public boolean isOn() {
      return start > 0;
    }
  }

  private final double startBlocks;
  private final double stopBlocks;
  private final double mostValidPages;
  private final boolean[] isRunning;

  IdleCollection(Rules rules, FlashGeometry geometry) {
    startBlocks = rules.start() * geometry.blocksPerPlane();
    stopBlocks = rules.stop() * geometry.blocksPerPlane();
    mostValidPages =
        Math.min(rules.mostValid() * geometry.pagesPerBlock(), geometry.pagesPerBlock() - 1);
    isRunning = new boolean[geometry.planeCount()];
  }

  /**
   * Returns whether a plane that has {@code freeBlocks} free blocks is to be collected now. This is
   * so from the time when the free blocks fall below the start threshold until they reach the stop
   * threshold.
   */
  boolean wants(int plane, int freeBlocks) {
    if (freeBlocks < startBlocks) {
      isRunning[plane] = true;
    } else if (freeBlocks >= stopBlocks) {
      isRunning[plane] = false;
    }
    return isRunning[plane];
  }

  /** Returns whether a block with {@code validPages} valid pages may be collected in idle time. */
  boolean accepts(int validPages) {
    return validPages <= mostValidPages;
  }
}
