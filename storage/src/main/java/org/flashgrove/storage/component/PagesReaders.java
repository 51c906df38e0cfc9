package org.flashgrove.storage.component;

import java.util.ArrayDeque;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;

/**
 * Readers of pages, as many as threads read at a time. They go with the index, not with the
 * threads, which may live longer.
 */
final class PagesReaders {
  private final BlockSpace space;
  private final long tag;
  private final ArrayDeque<PagesReader> idle = new ArrayDeque<>();

  PagesReaders(BlockSpace space, long tag) {
    this.space = space;
    this.tag = tag;
  }

  /** Reads pages as {@link PagesReader#read} does. */
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
