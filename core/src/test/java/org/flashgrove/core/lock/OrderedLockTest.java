package org.flashgrove.core.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OrderedLockTest {
  private final OrderedLock commit = new OrderedLock(LockRank.COMMIT);
  private final OrderedLock store = new OrderedLock(LockRank.STORE);
  private final OrderedLock otherStore = new OrderedLock(LockRank.STORE);
  private final OrderedLock placement = new OrderedLock(LockRank.PLACEMENT);
  private final OrderedLock write = new OrderedLock(LockRank.WRITE);
  private final OrderedLock otherWrite = new OrderedLock(LockRank.WRITE);

  @Test
  void locksAreTakenInOrderAndAgain() {
    commit.lock();
    store.lock();
    placement.lock();
    store.lock(); // the thread holds it
    store.unlock();
    placement.unlock();
    store.unlock();
    commit.unlock();
    placement.lock();
    placement.unlock();
    commit.lock();
    commit.unlock();
  }

  @Test
  void waitingForAnEarlierRankOrForTheSameFails() throws Exception {
    placement.lock();
    assertThatThrownBy(store::lock)
        .isInstanceOf(AssertionError.class)
        .hasMessage("lock order: waiting for STORE while holding PLACEMENT");
    assertThatThrownBy(store::lockInterruptibly).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> store.tryLock(1, TimeUnit.SECONDS)).isInstanceOf(AssertionError.class);
    assertThat(store.tryLock()).as("does not wait").isTrue();
    store.unlock();
    placement.unlock();
    store.lock();
    assertThatThrownBy(otherStore::lock)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("STORE while holding STORE");
    store.unlock();
  }

  @Test
  void aLockThatWasTriedCounts() {
    assertThat(placement.tryLock()).isTrue();
    assertThatThrownBy(commit::lock).isInstanceOf(AssertionError.class);
    placement.unlock();
    commit.lock();
    commit.unlock();
  }

  @Test
  void callersMayHoldWriteLocksOfSeveralIndexesButNotWaitForOneWithinAStore() {
    write.lock();
    otherWrite.lock();
    commit.lock();
    assertThatThrownBy(new OrderedLock(LockRank.WRITE)::lock).isInstanceOf(AssertionError.class);
    commit.unlock();
    otherWrite.unlock();
    write.unlock();
  }
}
