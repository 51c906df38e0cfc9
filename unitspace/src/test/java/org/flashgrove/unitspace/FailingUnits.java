package org.flashgrove.unitspace;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.failure.StoreIoException;

/**
 * Units in memory of which one call fails. A failed write leaves some of its pages on the device,
 * and a failed reset, finish or flush is done or not.
 */
final class FailingUnits implements UnitMedium {
  /** Message of the failure. */
  static final String INJECTED = "injected failure";

  private static final long NEVER = Long.MAX_VALUE;

  private final MemoryUnits units;
  private final Random random;
  private long untilChangeFails = NEVER;
  private long untilReadFails = NEVER;

  FailingUnits(MemoryUnits units, Random random) {
    this.units = units;
    this.random = random;
  }

  /** Lets a call fail that changes the device or makes changes durable, after {@code calls}. */
  void failChangeAfter(long calls) {
    untilChangeFails = calls;
  }

  void failReadAfter(long calls) {
    untilReadFails = calls;
  }

  private boolean failsNow() {
    if (untilChangeFails == NEVER) {
      return false;
    }
    boolean fails = untilChangeFails == 0;
    untilChangeFails = fails ? NEVER : untilChangeFails - 1;
    return fails;
  }

  private void change(Runnable change) {
    boolean fails = failsNow();
    if (!fails || random.nextBoolean()) {
      change.run();
    }
    if (fails) {
      throw new StoreIoException(INJECTED);
    }
  }

  @Override
  public int pageBytes() {
    return units.pageBytes();
  }

  @Override
  public int units() {
    return units.units();
  }

  @Override
  public int unitPages() {
    return units.unitPages();
  }

  @Override
  public void append(int unit, int page, int handle, int[] tags, ByteBuffer from) {
    boolean fails = failsNow();
    int written = fails ? random.nextInt(tags.length + 1) : tags.length;
    if (written > 0) {
      units.append(unit, page, handle, Arrays.copyOf(tags, written), from);
    }
    if (fails) {
      throw new StoreIoException(INJECTED);
    }
  }

  @Override
  public void read(int unit, int page, int count, int tag, ByteBuffer into, int at) {
    if (untilReadFails != NEVER && --untilReadFails < 0) {
      untilReadFails = NEVER;
      into.put(at, new byte[pageBytes()]); // a device may fail in the middle of a read
      throw new StoreIoException(INJECTED);
    }
    units.read(unit, page, count, tag, into, at);
  }

  @Override
  public int written(int unit) {
    return units.written(unit);
  }

  @Override
  public void finish(int unit, int handle) {
    change(() -> units.finish(unit, handle));
  }

  @Override
  public void reset(int unit) {
    change(() -> units.reset(unit));
  }

  @Override
  public void flush() {
    change(units::flush);
  }
}
