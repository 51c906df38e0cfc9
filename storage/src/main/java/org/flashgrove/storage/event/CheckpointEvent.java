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
 * Flight Recorder event of a checkpoint, which makes page maps durable and frees obsolete slots.
 */
@Name("org.flashgrove.Checkpoint")
@Label("Checkpoint")
@Category("Flashgrove")
@Description("The page maps became durable")
@StackTrace(false)
public final class CheckpointEvent extends Event {
  private static final CheckpointEvent PROBE = new CheckpointEvent();

  @Label("Store")
  private @Nullable String store;

  @Label("Map Pages")
  private long pages;

  @Label("Bytes")
  @DataAmount
  private long bytes;

  @Label("Freed Slots")
  private long freedSlots;

  @Label("Discarded Slots")
  private long discardedSlots;

  private CheckpointEvent() {}

  /** Starts and returns an event, or returns null if such events are not recorded. */
  static @Nullable CheckpointEvent start() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    CheckpointEvent event = new CheckpointEvent();
    event.begin();
    return event;
  }

  /**
   * Ends the event and records it.
   *
   * @param store name of the page file
   * @param pages number of map, directory and superblock pages written
   * @param bytes number of bytes in these pages
   * @param freedSlots number of slots that became free
   * @param discardedSlots number of free slots that were discarded on the device
   */
  public void finish(String store, long pages, long bytes, long freedSlots, long discardedSlots) {
    this.store = store;
    this.pages = pages;
    this.bytes = bytes;
    this.freedSlots = freedSlots;
    this.discardedSlots = discardedSlots;
    commit();
  }
}
