package org.flashgrove.storage.log.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.log.AppendLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests which thread syncs, which threads a sync releases, and that none waits for ever, over a log
 * whose syncs the test lets pass one by one.
 */
@Timeout(60)
class GroupCommitTest {
  private static final int NEVER_BY_ITSELF_MILLIS = 60_000;
  private static final int CALLERS = 8;

  /** A log of numbers; a sync waits for a permit if the log is gated. */
  private static final class NumberLog implements AppendLog {
    private final boolean gated;
    private final AtomicLong last = new AtomicLong();
    private final Semaphore permits = new Semaphore(0);
    private final AtomicInteger syncs = new AtomicInteger();

    /** A permit for each sync that is done. */
    private final Semaphore done = new Semaphore(0);

    private volatile long durable;
    private volatile boolean fails;

    NumberLog(boolean gated) {
      this.gated = gated;
    }

    @Override
    public String name() {
      return "/places/store.log";
    }

    @Override
    public long append(int type, long[] words, int length) {
      return last.incrementAndGet();
    }

    @Override
    public void sync() {
      long newest = last.get();
      if (gated) {
        permits.acquireUninterruptibly();
      }
      if (fails) {
        throw new StoreIoException("sync failed on request");
      }
      syncs.incrementAndGet();
      synchronized (this) {
        durable = Math.max(durable, newest);
      }
      done.release();
    }

    @Override
    public long durableFrame() {
      return durable;
    }

    @Override
    public long lastFrame() {
      return last.get();
    }

    @Override
    public void drain() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void replay(FrameVisitor visitor) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Rewrite startRewrite(int type, long[] words) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void rewrite(Consumer<FrameSink> content) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long sizeBytes() {
      return 0;
    }

    @Override
    public long tornBytes() {
      return 0;
    }

    @Override
    public void close() {
      // nothing to close
    }
  }

  private static long commit(NumberLog log, GroupCommit group) {
    long frame = log.append(0, new long[0], 0);
    group.committed();
    return frame;
  }

  /** Starts callers that commit and wait; those that fail leave their exceptions. */
  private static List<Thread> start(
      NumberLog log, GroupCommit group, int callers, ConcurrentLinkedQueue<Throwable> failures) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      long frame = commit(log, group);
      Thread thread =
          new Thread(
              () -> {
                try {
                  group.await(frame);
                  assertThat(log.durableFrame()).isGreaterThanOrEqualTo(frame);
                } catch (Throwable e) {
                  failures.add(e);
                }
              });
      thread.start();
      threads.add(thread);
    }
    return threads;
  }

  private static void awaitParked(List<Thread> threads) {
    for (Thread thread : threads) {
      while (thread.getState() == Thread.State.RUNNABLE || thread.getState() == Thread.State.NEW) {
        Thread.onSpinWait();
      }
    }
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void oneSyncServesAllWhoWait() throws InterruptedException {
    NumberLog log = new NumberLog(true);
    GroupCommit group = new GroupCommit(log, NEVER_BY_ITSELF_MILLIS);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = start(log, group, 1, failures);
    awaitParked(threads); // it syncs
    threads.addAll(start(log, group, CALLERS, failures));
    awaitParked(threads);
    log.permits.release(2);
    join(threads);
    assertThat(failures).isEmpty();
    assertThat(log.syncs.get()).isLessThanOrEqualTo(2);
    group.close(false);
  }

  @Test
  void everyRoundOfCallersIsServed() throws InterruptedException {
    NumberLog log = new NumberLog(false);
    GroupCommit group = new GroupCommit(log, NEVER_BY_ITSELF_MILLIS);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      threads.add(
          new Thread(
              () -> {
                try {
                  for (int round = 0; round < 5_000; round++) {
                    long frame = commit(log, group);
                    group.await(frame);
                    assertThat(log.durableFrame()).isGreaterThanOrEqualTo(frame);
                  }
                } catch (Throwable e) {
                  failures.add(e);
                }
              }));
    }
    threads.forEach(Thread::start);
    join(threads);
    assertThat(failures).isEmpty();
    group.close(true);
  }

  /** Also those that a failed sync was not for. */
  @Test
  void aFailedSyncIsReportedToAll() throws InterruptedException {
    NumberLog log = new NumberLog(true);
    GroupCommit group = new GroupCommit(log, NEVER_BY_ITSELF_MILLIS);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = start(log, group, 1, failures);
    awaitParked(threads);
    threads.addAll(start(log, group, CALLERS, failures));
    awaitParked(threads);
    log.fails = true;
    log.permits.release(2 + CALLERS);
    join(threads);
    assertThat(failures).hasSize(1 + CALLERS);
    assertThatThrownBy(group::committed)
        .isInstanceOf(StoreClosedException.class)
        .hasMessageStartingWith("/places: an earlier sync of the log failed; fix the cause");
    group.close(false);
  }

  @Test
  void closingMakesDurableWhatCallersWaitFor() throws InterruptedException {
    NumberLog log = new NumberLog(true);
    GroupCommit group = new GroupCommit(log, NEVER_BY_ITSELF_MILLIS);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = start(log, group, 1, failures);
    awaitParked(threads);
    threads.addAll(start(log, group, CALLERS, failures));
    awaitParked(threads);
    log.permits.release(2 + CALLERS);
    group.close(true);
    join(threads);
    assertThat(failures).isEmpty();
    long late = log.append(0, new long[0], 0);
    assertThatThrownBy(() -> group.await(late))
        .isInstanceOf(StoreClosedException.class)
        .hasMessage("/places: the store is closed; open it again");
  }

  /** After a failure nothing is synced any more, and threads that wait get an exception. */
  @Test
  void closingWithoutASyncEndsWaiting() throws InterruptedException {
    NumberLog log = new NumberLog(true);
    GroupCommit group = new GroupCommit(log, NEVER_BY_ITSELF_MILLIS);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> leader = start(log, group, 1, failures);
    awaitParked(leader);
    List<Thread> others = start(log, group, CALLERS, failures);
    awaitParked(others);
    group.close(false);
    join(others);
    assertThat(failures).hasSize(CALLERS).allMatch(e -> e instanceof StoreClosedException);
    log.permits.release();
    join(leader);
    assertThat(failures).hasSize(CALLERS);
  }

  @Test
  void anInterruptedCallerWaitsAllTheSame() throws InterruptedException {
    NumberLog log = new NumberLog(true);
    GroupCommit group = new GroupCommit(log, NEVER_BY_ITSELF_MILLIS);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = start(log, group, 1, failures);
    awaitParked(threads);
    long frame = commit(log, group);
    AtomicInteger kept = new AtomicInteger();
    Thread interrupted =
        new Thread(
            () -> {
              group.await(frame);
              kept.set(Thread.interrupted() ? 1 : 0);
            });
    interrupted.start();
    interrupted.interrupt();
    awaitParked(List.of(interrupted));
    assertThat(interrupted.isAlive()).isTrue();
    log.permits.release(2);
    interrupted.join();
    join(threads);
    assertThat(failures).isEmpty();
    assertThat(kept.get()).isOne();
    group.close(false);
  }

  /** Nobody waits for it, and the one before it was synced by a caller. */
  @Test
  void aCommitBehindASyncedOneBecomesDurableByItself() throws InterruptedException {
    NumberLog log = new NumberLog(false);
    GroupCommit group = new GroupCommit(log, 100);
    group.start();
    group.await(commit(log, group));
    long behind = commit(log, group);
    while (log.durableFrame() < behind) {
      log.done.acquire(); // the test's time limit ends it
    }
    group.close(false);
  }

  private static long syncThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(SyncThread.NAME))
        .count();
  }

  @Test
  void oneThreadSyncsAllLogsThatNobodyWaitsFor() throws InterruptedException {
    List<NumberLog> logs = new ArrayList<>();
    List<GroupCommit> groups = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      logs.add(new NumberLog(false));
      groups.add(new GroupCommit(logs.get(i), 5));
      groups.get(i).start();
    }
    for (int round = 0; round < 5; round++) {
      long[] frames = new long[logs.size()];
      for (int i = 0; i < logs.size(); i++) {
        frames[i] = commit(logs.get(i), groups.get(i));
      }
      assertThat(syncThreads()).isLessThanOrEqualTo(1);
      for (int i = 0; i < logs.size(); i++) {
        while (logs.get(i).durableFrame() < frames[i]) {
          logs.get(i).done.acquire();
        }
      }
    }
    groups.forEach(group -> group.close(false));
  }

  @Test
  void aSyncThatDoesNotEndDelaysNoOtherLogForEver() throws InterruptedException {
    NumberLog slow = new NumberLog(true);
    GroupCommit slowGroup = new GroupCommit(slow, 2);
    slowGroup.start();
    long stuck = commit(slow, slowGroup);
    while (!slow.permits.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
    NumberLog log = new NumberLog(false);
    GroupCommit group = new GroupCommit(log, 2);
    group.start();
    for (int i = 0; i < 3; i++) {
      long frame = commit(log, group);
      while (log.durableFrame() < frame) {
        log.done.acquire();
      }
    }
    assertThat(slow.durableFrame()).isLessThan(stuck);
    slow.permits.release();
    slow.done.acquire();
    assertThat(slow.durableFrame()).isGreaterThanOrEqualTo(stuck);
    group.close(false);
    slowGroup.close(false);
    while (syncThreads() > 1) {
      Thread.onSpinWait(); // the additional thread ends once it has nothing to do
    }
  }

  /** The log may be closed afterwards. */
  @Test
  void closingWaitsForARunningSyncInTheBackground() throws InterruptedException {
    NumberLog log = new NumberLog(true);
    GroupCommit group = new GroupCommit(log, 2);
    group.start();
    commit(log, group);
    while (!log.permits.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
    AtomicInteger syncsAtClose = new AtomicInteger();
    Thread closer =
        new Thread(
            () -> {
              group.close(false);
              syncsAtClose.set(log.syncs.get());
            });
    closer.start();
    awaitParked(List.of(closer));
    log.permits.release();
    closer.join();
    assertThat(syncsAtClose.get()).isOne();
  }
}
