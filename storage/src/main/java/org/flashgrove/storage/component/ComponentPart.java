package org.flashgrove.storage.component;

import java.util.Map;
import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StructureOperation;
import org.flashgrove.storage.log.role.Replayable;
import org.flashgrove.storage.log.role.Replayed;

/**
 * Connects the index of a {@link ComponentFile} to the log: replays log frames into the index, and
 * applies committed operations. The store calls the methods under the store lock.
 */
final class ComponentPart implements LogParticipant {
  private final ComponentFile file;
  private final LoggedStore store;
  private final BlockAllocator blocks;
  private final BlockWrites writes;
  private final BlockSequences sequences;
  private final BlockRelease release;
  private final StagedWords operation;
  private long changes;
  private long changedWords; // since the last checkpoint image in the log
  private boolean checkpointImageIsOver;

  ComponentPart(
      ComponentFile file,
      LoggedStore store,
      BlockAllocator blocks,
      BlockWrites writes,
      BlockSequences sequences,
      StagedWords operation) {
    this.file = file;
    this.store = store;
    this.blocks = blocks;
    this.writes = writes;
    this.sequences = sequences;
    release = new BlockRelease(store, file, blocks);
    this.operation = operation;
  }

  /** Returns the object that frees retired blocks. */
  BlockRelease release() {
    return release;
  }

  private ComponentIndex index() {
    return file.index();
  }

  @Override
  public int number() {
    return file.number();
  }

  @Override
  public String fileName() {
    return file.name();
  }

  @Override
  public boolean sharesSlots() {
    return false;
  }

  @Override
  public boolean isEdited() {
    return file.isEdited();
  }

  @Override
  public boolean holds(long pageId, long place) {
    throw new UnsupportedOperationException(
        "structure " + number() + ": stores its pages in blocks, not in slots");
  }

  @Override
  public void startReplay(Map<Long, Long> lastFlush) {
    if (index() == null) {
      throw new IllegalStateException(
          "structure " + number() + ": no index is attached; attach one before opening the store");
    }
  }

  @Override
  public Runnable takeOver(Replayable other) {
    if (!(other instanceof ComponentPart before)) {
      return null;
    }
    Runnable content = index().takeOver(before.index());
    return content == null
        ? null
        : () -> {
          content.run();
          sequences.recover(before.sequences.setAside());
          changedWords = before.changedWords;
          checkpointImageIsOver = true;
        };
  }

  @Override
  public void replay(long frame, int type, long[] words, int length) {
    switch (type) {
      case StoreLog.SEQUENCES -> {
        if (length != 1 || !sequences.recover(words[0])) {
          throw damaged(frame, "impossible SEQUENCES frame");
        }
      }
      case StoreLog.CHECKPOINT_IMAGE -> {
        if (checkpointImageIsOver && index().checkpointImageSteps() == null) {
          throw damaged(frame, "is a checkpoint image after other frames of structure " + number());
        }
        index().restore(frame, ComponentIndex.Kind.CHECKPOINT_IMAGE, words, length);
      }
      case StoreLog.EDIT -> {
        checkpointImageIsOver = true;
        index().restore(frame, ComponentIndex.Kind.EDIT, words, length);
      }
      case StoreLog.CHANGES -> {
        checkpointImageIsOver = true;
        changes++;
        changedWords += length;
        index().restore(frame, ComponentIndex.Kind.CHANGES, words, length);
      }
      default ->
          throw damaged(frame, "impossible frame type " + type + " for an index of components");
    }
  }

  private DamagedStoreException damaged(long frame, String cause) {
    return new DamagedStoreException("log", "frame " + frame, cause);
  }

  @Override
  public Replayed finishReplay(long lastFrame) {
    index()
        .visitBlocks(
            block -> {
              sequences.requireGivenOut(block);
              blocks.restore(block);
            });
    long newest = store.frames().lastFrame();
    if (!release.readers().positions(newest).isEmpty()) {
      blocks.holdFree(newest);
    }
    sequences.startBehind();
    file.opened();
    index().opened(lastFrame);
    return new Replayed(changes, 0);
  }

  @Override
  public StructureOperation operation() {
    return operation;
  }

  @Override
  public void makeRoom() {
    StagedWords.Edit edit = operation.edit();
    if (edit == null) {
      file.makeRoom(operation.length(), operation.words());
    } else {
      file.whileWriting(() -> file.prepareEdit(edit.added(), edit.retired()));
    }
  }

  @Override
  public CommitQueue startWaiting() {
    CommitQueue waiting = index().waiting();
    if (waiting != null) {
      file.makeRoom(waiting.capacity(), null);
      waiting = index().waiting(); // makeRoom may have replaced or closed the queue
    }
    return waiting;
  }

  @Override
  public void openWaiting() {
    operation.start(index().waiting());
  }

  @Override
  public void preserve(long newestLive, long until) {
    index().preserve(newestLive);
  }

  @Override
  public void describe(AppendLog.FrameSink section) {
    operation.describe(section);
  }

  @Override
  public void publish(long frame) {
    StagedWords.Edit edit = operation.edit();
    changedWords += edit == null ? operation.length() : 0;
    if (operation.isOfWaiting()) {
      index().applyWaiting(frame);
    } else if (edit == null) {
      index().apply(frame, operation.words(), operation.length());
    } else {
      edit.publish().run();
      file.edited(frame, edit.added(), edit.retired());
    }
  }

  @Override
  public void prune(long oldestLive) {
    index().prune(oldestLive);
  }

  @Override
  public long unflushedBytes() {
    return index().unflushedBytes();
  }

  @Override
  public long replayBytes() {
    return index().readsImages() ? Long.BYTES * changedWords : 0;
  }

  @Override
  public void flush() {
    release.run(); // also frees blocks that wait to be freed as a group
    file.whileWriting(index()::flush);
  }

  @Override
  public void content(AppendLog.FrameSink sections) {
    copyContent(sections);
    changedWords = 0;
  }

  @Override
  public void copyContent(AppendLog.FrameSink sections) {
    sequences.appendTo(sections);
    index().checkpointImage(framesTo(sections));
  }

  private ComponentIndex.CheckpointImageSink framesTo(AppendLog.FrameSink sections) {
    return (words, length) -> {
      if (length > ComponentFile.MAX_WORDS) {
        throw new IllegalArgumentException(
            "checkpoint frame: "
                + length
                + " words (allowed: up to "
                + ComponentFile.MAX_WORDS
                + ")");
      }
      sections.append(StoreLog.CHECKPOINT_IMAGE, words, length);
    };
  }

  @Override
  public ContentSteps contentSteps() {
    ComponentIndex.CheckpointImageSteps steps = index().checkpointImageSteps();
    if (steps == null) {
      return null;
    }
    boolean[] begun = {false};
    return sections -> {
      store.lock().lock();
      try {
        if (!begun[0]) {
          begun[0] = true;
          sequences.appendTo(sections);
        }
        return steps.next(framesTo(sections));
      } finally {
        store.lock().unlock();
      }
    };
  }

  @Override
  public long ownFileBytes() {
    return (long) blocks.liveCount() * file.blockPages() * file.pageSize();
  }

  @Override
  public boolean isStillBetweenCommits() {
    return true;
  }

  @Override
  public void syncPages() {
    // blocks are synced before the log names them
  }

  @Override
  public void giveEndBack() {
    store.lock().lock();
    try {
      release.run();
      blocks.shrink();
    } finally {
      store.lock().unlock();
    }
  }

  @Override
  public boolean isWholeAfterFailure() {
    return true;
  }

  @Override
  public StoreException writeFailure() {
    return writes.failure();
  }

  @Override
  public void dropped() {
    file.dropped();
  }

  @Override
  public void close() {
    if (index() != null) {
      index().close();
    }
  }
}
