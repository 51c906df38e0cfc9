package org.flashgrove.access.mutree;

import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.Replayed;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StructureOperation;

/** A μ-tree as a part of its store. */
final class MuTreePart implements LogParticipant {
  private final LoggedMuTree tree;
  private long applied;
  private long onDevice;

  MuTreePart(LoggedMuTree tree) {
    this.tree = tree;
  }

  @Override
  public int number() {
    return tree.number();
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
    // the tree was found on the flash when it was made
  }

  @Override
  public void replay(long frame, int type, long[] words, int length) {
    if (type != StoreLog.CHANGES && type != StoreLog.CHECKPOINT) {
      throw damaged(frame, "type " + type + " of a μ-tree");
    }
    if (length % ChangeWords.WORDS != 0) {
      throw damaged(frame, length + " words of changes of a μ-tree");
    }
    boolean isThere = tree.holds(frame);
    for (int at = 0; at < length; at += ChangeWords.WORDS) {
      boolean isPresent = words[at] == ChangeWords.PUT;
      long key = words[at + 1];
      long value = words[at + 2];
      boolean isKnown = isPresent || words[at] == ChangeWords.REMOVE && value == 0;
      if (!isKnown || !tree.options().widths().holds(key, value)) {
        throw damaged(frame, "an impossible change of a μ-tree");
      }
      if (isThere) {
        onDevice++;
      } else {
        tree.replay(frame, key, isPresent, value);
        applied++;
      }
    }
  }

  private static DamagedStoreException damaged(long frame, String cause) {
    return new DamagedStoreException("log", "frame " + frame, cause);
  }

  @Override
  public Replayed finishReplay(long lastFrame) {
    tree.opened(lastFrame);
    return new Replayed(applied, onDevice);
  }

  @Override
  public StructureOperation operation() {
    return tree.operation();
  }

  @Override
  public void makeRoom() {
    tree.makeRoom();
  }

  @Override
  public void preserve(long newestLive, long until) {
    // what snapshots see is kept when the changes are put into the tree
  }

  @Override
  public void describe(AppendLog.FrameSink section) {
    tree.operation().describe(section);
  }

  @Override
  public void publish(long frame) {
    tree.publish(frame);
  }

  @Override
  public void prune(long oldestLive) {
    tree.prune(oldestLive);
  }

  @Override
  public long unflushedBytes() {
    return (long) tree.waitingCount() * ChangeWords.WORDS * Long.BYTES;
  }

  @Override
  public void flush() {
    tree.flush();
  }

  @Override
  public void content(AppendLog.FrameSink sections) {
    tree.writeApplied();
    ChangeWords words = new ChangeWords(sections);
    tree.visitWaiting((key, version) -> words.add(key, version.isPresent(), version.value()));
    words.finish();
  }

  /** Appends all entries, as the flash of a copy is erased. */
  @Override
  public void copyContent(AppendLog.FrameSink sections) {
    ChangeWords words = new ChangeWords(sections);
    tree.visitNewest((key, value) -> words.add(key, true, value));
    words.finish();
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
    return tree.failure();
  }

  @Override
  public void close() {
    // the device closes the flash
  }
}
