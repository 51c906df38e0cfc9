package org.flashgrove.storage.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The replay of a log when a store was opened. */
@Name("org.flashgrove.Recovery")
@Label("Recovery")
@Category("Flashgrove")
@Description("The log was replayed when a store was opened")
@StackTrace(false)
public final class RecoveryEvent extends Event {
  private static final RecoveryEvent PROBE = new RecoveryEvent();

  @Label("Store")
  private @Nullable String store;

  @Label("Frames")
  private long frames;

  @Label("Operations")
  private long operations;

  @Label("Changes Applied")
  private long changesApplied;

  @Label("Changes on Device")
  private long changesOnDevice;

  @Label("Bytes")
  @DataAmount
  private long bytes;

  @Label("Torn Bytes")
  @DataAmount
  private long tornBytes;

  private RecoveryEvent() {}

  /** Returns an event that begins now, or null if such events are not recorded. */
  static @Nullable RecoveryEvent start() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    RecoveryEvent event = new RecoveryEvent();
    event.begin();
    return event;
  }

  /**
   * Ends the event and records it.
   *
   * @param store name of the file of pages
   * @param frames frames read
   * @param operations committed operations among them
   * @param changesApplied changes put back into buffers
   * @param changesOnDevice changes that were on the device already
   * @param bytes bytes of the log
   * @param tornBytes bytes of a torn tail that were cut off
   */
  public void finish(
      String store,
      long frames,
      long operations,
      long changesApplied,
      long changesOnDevice,
      long bytes,
      long tornBytes) {
    this.store = store;
    this.frames = frames;
    this.operations = operations;
    this.changesApplied = changesApplied;
    this.changesOnDevice = changesOnDevice;
    this.bytes = bytes;
    this.tornBytes = tornBytes;
    commit();
  }
}
