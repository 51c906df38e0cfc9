package org.flashgrove.storage.device;

import java.nio.ByteBuffer;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.metrics.IoCounters;

/**
 * Counts the pages of raw flash that are read and programmed. A read of an out-of-band area alone
 * is a call without a page.
 */
public final class CountingFlash implements RawFlash {
  private final RawFlash flash;
  private final IoCounters counters;

  /** Counts what goes to and from a flash. */
  public CountingFlash(RawFlash flash, IoCounters counters) {
    this.flash = flash;
    this.counters = counters;
  }

  @Override
  public FlashGeometry geometry() {
    return flash.geometry();
  }

  @Override
  public void read(int block, int index, ByteBuffer content, ByteBuffer oob) {
    flash.read(block, index, content, oob);
    counters.countReads(content == null ? 0 : 1, 1, content == null ? 0 : geometry().pageBytes());
  }

  @Override
  public void program(int block, int index, ByteBuffer content, ByteBuffer oob) {
    flash.program(block, index, content, oob);
    counters.countWrites(1, 1, geometry().pageBytes());
  }

  @Override
  public void erase(int block) {
    flash.erase(block);
  }

  @Override
  public int nextIndex(int block) {
    return flash.nextIndex(block);
  }

  @Override
  public int eraseCount(int block) {
    return flash.eraseCount(block);
  }

  @Override
  public int endurance() {
    return flash.endurance();
  }

  @Override
  public boolean isBad(int block) {
    return flash.isBad(block);
  }

  @Override
  public void markBad(int block) {
    flash.markBad(block);
  }
}
