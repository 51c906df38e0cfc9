package org.flashgrove.storage.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Flight Recorder event of the log replay when a store is opened. */
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

  /** Starts and returns an event, or returns null if such events are not recorded. */
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
   * @param store name of the page file
   * @param frames number of log frames read
   * @param operations number of committed operations that these frames contain
   * @param changesApplied number of changes that were not on the device yet, and that the replay
   *     put into memory buffers
   * @param changesOnDevice number of changes that were already on the device
   * @param bytes bytes of the log
   * @param tornBytes length in bytes of an incomplete frame that was cut off the end of the log
   */
  @SuppressWarnings("checkstyle:ParameterNumber") // a public method
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
