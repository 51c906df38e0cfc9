package org.flashgrove.rawflash.logged;

import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.StructureOperation;
import org.flashgrove.storage.log.role.Replayed;

/**
 * A structure on raw flash as a participant of its store's log; subclasses define the words of its
 * frames.
 */
abstract class RawFlashPart implements LogParticipant {
  private final LoggedRawFlash<?, ?> structure;
  private long applied;
  private long onDevice;

  RawFlashPart(LoggedRawFlash<?, ?> structure) {
    this.structure = structure;
  }

  /** Counts a change that the log has: waiting now, or on the flash already. */
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
    // what the flash holds was found when the structure was made
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
    // what snapshots see is kept, if at all, when the changes are handed to the structure
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
    // a page that is programmed is durable
  }

  @Override
  public final void giveEndBack() {
    // the flash has no end to give back
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
