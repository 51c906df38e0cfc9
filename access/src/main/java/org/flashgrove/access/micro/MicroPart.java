package org.flashgrove.access.micro;

import java.util.Arrays;
import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.Replayed;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StructureOperation;

/** A MicroHash or MicroGF as a part of its store. */
final class MicroPart implements LogParticipant {
  private final LoggedMicro structure;
  private long applied;
  private long onDevice;

  MicroPart(LoggedMicro structure) {
    this.structure = structure;
  }

  @Override
  public int number() {
    return structure.number();
  }

  @Override
  public String fileName() {
    return "raw flash";
  }

  @Override
  public boolean sharesSlots() {
    return false;
  }

  @Override
  public boolean holds(long pageId, long place) {
    throw new UnsupportedOperationException("structure " + number() + " has no page in a slot");
  }

  @Override
  public void startReplay(Map<Long, Long> lastFlush) {
    // the records were found on the flash when the structure was made
  }

  @Override
  public void replay(long frame, int type, long[] words, int length) {
    int recordWords = structure.recordWords();
    boolean isKnown = type == StoreLog.CHANGES || type == StoreLog.CHECKPOINT;
    int records = (length - RecordWords.HEAD_WORDS) / recordWords;
    if (!isKnown || length != RecordWords.HEAD_WORDS + records * recordWords || records == 0) {
      throw damaged(frame, "type " + type + " of " + length + " words");
    }
    if (words[1] == 1) {
      structure.beginAt(words[0]);
    }
    for (int i = 0; i < records; i++) {
      long ordinal = words[0] + i;
      if (ordinal < structure.nextOrdinal()) {
        onDevice++;
      } else if (ordinal > structure.nextOrdinal()) {
        throw damaged(frame, "record " + ordinal + " behind " + structure.nextOrdinal());
      } else {
        int at = RecordWords.HEAD_WORDS + i * recordWords;
        structure.replay(frame, Arrays.copyOfRange(words, at, at + recordWords));
        applied++;
      }
    }
    structure.replayed(words[0] + records);
  }

  private static DamagedStoreException damaged(long frame, String cause) {
    return new DamagedStoreException("log", "frame " + frame, cause);
  }

  @Override
  public Replayed finishReplay(long lastFrame) {
    structure.opened(lastFrame);
    return new Replayed(applied, onDevice);
  }

  @Override
  public StructureOperation operation() {
    return structure.operation();
  }

  @Override
  public void makeRoom() {
    structure.makeRoom();
  }

  @Override
  public void preserve(long newestLive, long until) {
    // records do not change
  }

  @Override
  public void describe(AppendLog.FrameSink section) {
    structure.operation().describe(section);
  }

  @Override
  public void publish(long frame) {
    structure.publish(frame);
  }

  @Override
  public void prune(long oldestLive) {
    // nothing is kept for snapshots
  }

  @Override
  public long unflushedBytes() {
    return structure.unwrittenCount() * structure.recordWords() * Long.BYTES;
  }

  @Override
  public void flush() {
    structure.flush();
  }

  @Override
  public void content(AppendLog.FrameSink sections) {
    structure.describeUnwritten(sections);
  }

  /** Appends all records, as the flash of a copy is erased. */
  @Override
  public void copyContent(AppendLog.FrameSink sections) {
    structure.describeAll(sections);
  }

  @Override
  public void syncPages() {
    // a page that is programmed is durable
  }

  @Override
  public void giveEndBack() {
    // the flash has no end to give back
  }

  @Override
  public StoreException writeFailure() {
    return structure.failure();
  }

  @Override
  public void close() {
    // the device closes the flash
  }
}
