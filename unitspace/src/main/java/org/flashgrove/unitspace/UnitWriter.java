package org.flashgrove.unitspace;

import org.flashgrove.core.failure.StoreIoException;
import org.jspecify.annotations.Nullable;

/**
 * Writes waiting pages to the units that a driver chooses.
 *
 * <p>After a failed write, reset or sync it is unknown what the device contains. The writer then
 * refuses all later changes, because they could destroy pages that a mount would find. Pages in
 * memory stay as they were before the failed call, so that they can still be read.
 */
final class UnitWriter implements Driver.Opener {
  private final UnitMedium medium;
  private final UnitConfig config;
  private final Units units;
  private final WaitingPages waiting;
  private final BatchWriter batches;
  private final Driver driver;
  private @Nullable Throwable failure;

  UnitWriter(
      UnitMedium medium,
      UnitConfig config,
      Units units,
      WaitingPages waiting,
      BatchWriter batches) {
    this.medium = medium;
    this.config = config;
    this.units = units;
    this.waiting = waiting;
    this.batches = batches;
    driver = Driver.of(config, units, this);
  }

  Driver driver() {
    return driver;
  }

  /**
   * Checks that no change of the device has failed.
   *
   * @throws StoreIoException if a change has failed
   */
  void requireWorking() {
    if (failure != null) {
      throw new StoreIoException(
          "unit space: only reads are allowed, because a write to the device failed earlier ("
              + failure.getMessage()
              + "); remove the cause and open the store again",
          failure);
    }
  }

  /** Returns whether no change of the device has failed. */
  boolean isWorking() {
    return failure == null;
  }

  /** Runs a change of the device. If it fails, later changes are refused. */
  private void change(Runnable change) {
    requireWorking();
    try {
      change.run();
    } catch (NoFreeUnitException e) {
      throw e; // no call of the device has failed
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    }
  }

  /** All units are in use. */
  private static final class NoFreeUnitException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    NoFreeUnitException() {
      super("unit space: no unit is free; use a larger spare share");
    }
  }

  /** Writes all waiting pages, and the records of all emptied pages. */
  void emitAll() {
    for (int deathClass = 0; deathClass < config.open(); deathClass++) {
      emit(deathClass);
    }
    emitRecords();
  }

  /** Writes the records of all emptied pages. */
  void emitRecords() {
    change(
        () -> {
          while (batches.hasRecords()) {
            batches.appendRecords(driver.unitFor(0));
          }
        });
  }

  /** Writes the waiting pages of a class. */
  void emit(int deathClass) {
    while (waiting.closeGaps(deathClass).count() > 0) {
      emitSome(deathClass);
    }
  }

  /**
   * Writes waiting pages of a class, as many as fit into the unit that the class is filling. The
   * batch then has room for at least one page.
   */
  void emitSome(int deathClass) {
    if (waiting.closeGaps(deathClass).count() > 0) {
      change(() -> batches.append(driver.unitFor(deathClass), deathClass));
    }
  }

  /** Makes all earlier batches durable. */
  void flush() {
    change(batches::flush);
  }

  /** Resets a unit that has no valid pages. */
  void reset(int unit) {
    change(() -> medium.reset(unit));
    driver.wasReset(unit);
    units.release(unit, true);
  }

  @Override
  public int open(int deathClass, long set, int setSize) {
    if (units.freeCount() == 0) {
      throw new NoFreeUnitException();
    }
    return units.open(deathClass, set, setSize);
  }

  @Override
  public void end(int unit) {
    if (units.remaining(unit) == 1) {
      batches.appendRecords(unit);
    } else if (units.remaining(unit) > 1) {
      medium.finish(unit, units.deathClass(unit));
    }
    units.close(unit);
  }
}
