package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

/** Syncs of commits that wait to be logged together. */
class WaitingSyncTest {
  private static final int MOST = 8;
  private static final long MILLIS_UNTIL_IT_HANGS = 60_000;

  /** An index whose commits are a word each, and wait. */
  private static final class WaitingIndex implements ComponentIndex {
    private final CommitQueue waiting = new CommitQueue(MOST, MOST);
    private final List<Long> applied = new ArrayList<>();

    @Override
    public CommitQueue waiting() {
      return waiting;
    }

    @Override
    public void applyWaiting(long frame) {
      for (int i = 0; i < waiting.end(waiting.commits()); i++) {
        applied.add(waiting.words()[i]);
      }
      waiting.clear();
    }

    @Override
    public void restore(long frame, Kind kind, long[] words, int length) {
      applied.add(words[0]);
    }

    @Override
    public void apply(long frame, long[] words, int length) {
      applied.add(words[0]);
    }

    @Override
    public void visitBlocks(Consumer<Block> visitor) {
      // it has none
    }

    @Override
    public void opened(long lastFrame) {
      // nothing to do
    }

    @Override
    public void makeRoom(int words, long[] next) {
      // there is always room
    }

    @Override
    public void preserve(long newestLive) {
      // no snapshot is taken
    }

    @Override
    public Object capture(long commit) {
      return null;
    }

    @Override
    public void prune(long oldestLive) {
      // no snapshot is taken
    }

    @Override
    public long unflushedBytes() {
      return 0;
    }

    @Override
    public void flush() {
      // the log alone holds the words
    }

    @Override
    public void checkpointImage(CheckpointImageSink sink) {
      // logs of this test are not compacted
    }

    @Override
    public void close() {
      // nothing to do
    }
  }

  /**
   * A sync that cannot have the turn returns when another thread has logged the commits that were
   * there when it began, though others have come to wait since.
   */
  @Test
  void aSyncDoesNotWaitForCommitsThatCameLater() throws InterruptedException {
    CrashDisk disk = new CrashDisk();
    WaitingIndex index = new WaitingIndex();
    ComponentFiles.Closed made = ComponentFiles.plain(SyncMode.parse("close")).over(disk);
    made.file().attach(index);
    made.store().open();
    Thread syncing = new Thread(made.store()::sync);
    boolean[] hasEnded = {false};
    long[] durable = {0, 0};
    made.file()
        .maintain(
            () -> { // with the turn
              made.file().commitLater(new long[] {1}, 1);
              durable[0] = made.store().committedFrame();
              syncing.start();
              while (syncing.getState() != Thread.State.TIMED_WAITING) { // for the turn
                Thread.onSpinWait();
              }
              made.file().applyWaiting();
              made.file().commitLater(new long[] {2}, 1);
              hasEnded[0] = hasEnded(syncing);
              durable[1] = made.store().durableFrame();
            });
    assertThat(hasEnded[0]).isTrue();
    assertThat(durable[1]).isEqualTo(durable[0]);
    assertThat(index.applied).containsExactly(1L);
    made.store().sync();
    assertThat(index.applied).containsExactly(1L, 2L);
    assertThat(made.store().durableFrame()).isEqualTo(made.store().committedFrame());
    made.store().close();
  }

  private static boolean hasEnded(Thread thread) {
    try {
      thread.join(MILLIS_UNTIL_IT_HANGS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
