package org.flashgrove.storage.event;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Events of stores for the flight recorder. While it does not run no class of an event is touched:
 * the first one of a process makes the recorder prepare itself, which the first store that a
 * process opens would wait for.
 */
public final class StoreEvents {
  private StoreEvents() {}

  /** Returns a recovery that begins now, or null if such events are not recorded. */
  public static @Nullable RecoveryEvent recovery() {
    return FlightRecorder.isInitialized() ? RecoveryEvent.start() : null;
  }

  /** Starts and returns the event of a flush, or returns null if such events are not recorded. */
  public static @Nullable FlushEvent flush() {
    return FlightRecorder.isInitialized() ? FlushEvent.start() : null;
  }

  /** Returns a compaction that begins now, or null if such events are not recorded. */
  public static @Nullable CompactionEvent compaction() {
    return FlightRecorder.isInitialized() ? CompactionEvent.start() : null;
  }

  /** Returns a checkpoint that begins now, or null if such events are not recorded. */
  public static @Nullable CheckpointEvent checkpoint() {
    return FlightRecorder.isInitialized() ? CheckpointEvent.start() : null;
  }
}
