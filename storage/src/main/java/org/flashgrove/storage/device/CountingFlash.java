package org.flashgrove.storage.device;

import java.nio.ByteBuffer;
import org.flashgrove.core.flash.ForwardedFlash;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.metrics.IoCounters;

/**
 * Wrapper of raw flash that counts the pages that are read and programmed. Reading only an
 * out-of-band area counts as a call but not as a page.
 */
public final class CountingFlash extends ForwardedFlash {
  private final IoCounters counters;

  /** Creates a flash that forwards to {@code flash} and counts. */
  public CountingFlash(RawFlash flash, IoCounters counters) {
    super(flash);
    this.counters = counters;
  }

  @Override
  public void read(int block, int index, ByteBuffer content, ByteBuffer oob) {
    super.read(block, index, content, oob);
    counters.countReads(content == null ? 0 : 1, 1, content == null ? 0 : geometry().pageBytes());
  }

  @Override
  public void program(int block, int index, ByteBuffer content, ByteBuffer oob) {
    super.program(block, index, content, oob);
    counters.countWrites(1, 1, geometry().pageBytes());
  }
}
