package org.flashgrove.storage.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Flight Recorder event of a log compaction. */
@Name("org.flashgrove.Compaction")
@Label("Log Compaction")
@Category("Flashgrove")
@Description("The log was rewritten without the changes that the device contains")
@StackTrace(false)
public final class CompactionEvent extends Event {
  private static final CompactionEvent PROBE = new CompactionEvent();

  @Label("Store")
  private @Nullable String store;

  @Label("Bytes Before")
  @DataAmount
  private long bytesBefore;

  @Label("Bytes")
  @DataAmount
  private long bytes;

  private CompactionEvent() {}

  /** Starts and returns an event, or returns null if such events are not recorded. */
  static @Nullable CompactionEvent start() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    CompactionEvent event = new CompactionEvent();
    event.begin();
    return event;
  }

  /**
   * Ends the event and records it.
   *
   * @param store name of the page file
   * @param bytesBefore bytes of the old log
   * @param bytes bytes of the new log
   */
  public void finish(String store, long bytesBefore, long bytes) {
    this.store = store;
    this.bytesBefore = bytesBefore;
    this.bytes = bytes;
    commit();
  }
}
