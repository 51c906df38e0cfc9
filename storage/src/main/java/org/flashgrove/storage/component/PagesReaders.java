package org.flashgrove.storage.component;

import java.util.ArrayDeque;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;

/**
 * Pool of page readers, one for each thread that is reading. Each index has its own pool, so the
 * readers' buffers are freed with the index. Thread-local buffers would outlive the index.
 */
final class PagesReaders {
  private final BlockSpace space;
  private final long tag;
  private final ArrayDeque<PagesReader> idle = new ArrayDeque<>();

  PagesReaders(BlockSpace space, long tag) {
    this.space = space;
    this.tag = tag;
  }

  /** Reads and verifies pages like {@link PagesReader#read}. */
  void read(PageRequests requests, PageSink into, long lastSequence) {
    PagesReader reader;
    synchronized (idle) {
      reader = idle.pollLast();
    }
    PagesReader used = reader == null ? new PagesReader(space, tag) : reader;
    try {
      used.read(requests, into, lastSequence);
    } finally {
      synchronized (idle) {
        idle.addLast(used);
      }
    }
  }
}
