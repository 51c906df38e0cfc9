package org.flashgrove.storage.event;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Creates the Flight Recorder events of stores. While the recorder is not running, no event class
 * is loaded. Loading the first event class would initialize the recorder, and that would delay the
 * first store that a process opens.
 */
public final class StoreEvents {
  private StoreEvents() {}

  /** Starts and returns a recovery event, or returns null if such events are not recorded. */
  public static @Nullable RecoveryEvent recovery() {
    return FlightRecorder.isInitialized() ? RecoveryEvent.start() : null;
  }

  /** Starts and returns a flush event, or returns null if such events are not recorded. */
  public static @Nullable FlushEvent flush() {
    return FlightRecorder.isInitialized() ? FlushEvent.start() : null;
  }

  /** Starts and returns a compaction event, or returns null if such events are not recorded. */
  public static @Nullable CompactionEvent compaction() {
    return FlightRecorder.isInitialized() ? CompactionEvent.start() : null;
  }

  /** Starts and returns a checkpoint event, or returns null if such events are not recorded. */
  public static @Nullable CheckpointEvent checkpoint() {
    return FlightRecorder.isInitialized() ? CheckpointEvent.start() : null;
  }
}
