package org.flashgrove.simulator.chip;

/**
 * Power supply of a chip. A power cut happens immediately, or it is armed for a later program or
 * erase and happens during that operation. Without power every operation of the chip throws {@link
 * PowerLossException}.
 */
public final class PowerSupply {
  private static final long NEVER = Long.MAX_VALUE;

  private long operationsUntilCut = NEVER;
  private boolean on = true;

  /** Creates a supply that is on. */
  public PowerSupply() {}

  /**
   * Arms a power cut in the middle of the {@code operations}-th program or erase from now, 1 being
   * the next.
   */
  public void cutAt(long operations) {
    if (operations < 1) {
      throw new IllegalArgumentException("operation " + operations + " (allowed: 1 or more)");
    }
    operationsUntilCut = operations;
  }

  /** Cuts the power now, between two operations. */
  public void cut() {
    on = false;
    operationsUntilCut = NEVER;
  }

  /** Restores the power; an armed cut stays armed. */
  public void restore() {
    on = true;
  }

  /** Returns whether the chip has power. */
  public boolean isOn() {
    return on;
  }

  /**
   * Checks that there is power.
   *
   * @throws PowerLossException if there is none
   */
  public void require() {
    if (!on) {
      throw new PowerLossException("the device has no power; restart it first");
    }
  }

  /**
   * Counts a program or an erase. Returns whether an armed power cut happens during this operation.
   */
  public boolean strikes() {
    if (operationsUntilCut == NEVER || --operationsUntilCut > 0) {
      return false;
    }
    cut();
    return true;
  }
}
