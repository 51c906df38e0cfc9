package org.flashgrove.storage.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Flight Recorder event of a batch of pages written to the device, by a flush, an eviction or a
 * bulk load.
 */
@Name("org.flashgrove.Flush")
@Label("Flush")
@Category("Flashgrove")
@Description("Pages of nodes or records written in one batch")
@StackTrace(false)
public final class FlushEvent extends Event {
  private static final FlushEvent PROBE = new FlushEvent();

  @Label("Store")
  private @Nullable String store;

  @Label("Pages")
  private int pages;

  @Label("Bytes")
  @DataAmount
  private long bytes;

  private FlushEvent() {}

  /** Starts and returns an event, or returns null if such events are not recorded. */
  static @Nullable FlushEvent start() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    FlushEvent event = new FlushEvent();
    event.begin();
    return event;
  }

  /**
   * Ends the event and records it.
   *
   * @param store name of the page file
   * @param pages number of pages written
   * @param bytes number of bytes in these pages
   */
  public void finish(String store, int pages, long bytes) {
    this.store = store;
    this.pages = pages;
    this.bytes = bytes;
    commit();
  }
}
