package org.flashgrove.rawflash.logged;

import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.StructureOperation;
import org.flashgrove.storage.log.role.Replayed;

/**
 * Writes the changes of a structure on raw flash to the log of a store, and replays them.
 * Subclasses define the words in which changes are encoded in log frames.
 */
abstract class RawFlashPart implements LogParticipant {
  private final LoggedRawFlash<?, ?> structure;
  private long applied;
  private long onDevice;

  RawFlashPart(LoggedRawFlash<?, ?> structure) {
    this.structure = structure;
  }

  /**
   * Counts a change that replay has found in the log.
   *
   * @param isOnDevice whether the change is already on the flash; if not, it is now pending
   */
  final void count(boolean isOnDevice) {
    if (isOnDevice) {
      onDevice++;
    } else {
      applied++;
    }
  }

  static DamagedStoreException damaged(long frame, String cause) {
    return new DamagedStoreException("log", "frame " + frame, cause);
  }

  @Override
  public final int number() {
    return structure.number();
  }

  @Override
  public final String fileName() {
    return "raw flash";
  }

  @Override
  public final boolean sharesSlots() {
    return false;
  }

  @Override
  public final boolean holds(long pageId, long place) {
    throw new UnsupportedOperationException("structure " + number() + " has no page in a slot");
  }

  @Override
  public final void startReplay(Map<Long, Long> lastFlush) {
    // the content of the flash was found when the structure was created
  }

  @Override
  public final Replayed finishReplay(long lastFrame) {
    structure.opened(lastFrame);
    return new Replayed(applied, onDevice);
  }

  @Override
  public final StructureOperation operation() {
    return structure.operation();
  }

  @Override
  public final void makeRoom() {
    structure.makeRoom();
  }

  @Override
  public final void preserve(long newestLive, long until) {
    // data for snapshots, if any, are kept when the changes are applied to the structure
  }

  @Override
  public final void describe(AppendLog.FrameSink section) {
    structure.operation().describe(section);
  }

  @Override
  public final void publish(long frame) {
    structure.publish(frame);
  }

  @Override
  public final void prune(long oldestLive) {
    structure.prune(oldestLive);
  }

  @Override
  public final long unflushedBytes() {
    return structure.unflushedBytes();
  }

  @Override
  public final void flush() {
    structure.flush();
  }

  @Override
  public final void content(AppendLog.FrameSink sections) {
    structure.describeUnwritten(sections);
  }

  @Override
  public final void copyContent(AppendLog.FrameSink sections) {
    structure.describeAll(sections);
  }

  @Override
  public final void syncPages() {
    // programmed pages are already durable
  }

  @Override
  public final void giveEndBack() {
    // the flash has no unused end
  }

  @Override
  public final StoreException writeFailure() {
    return structure.failure();
  }

  @Override
  public final void close() {
    // the device closes the flash
  }
}
