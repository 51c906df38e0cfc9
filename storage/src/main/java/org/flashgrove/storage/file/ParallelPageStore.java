package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.ForwardingPageStore;

/**
 * Reads many slots of another store concurrently. Each run of neighbouring slots is one read. The
 * reads of a call run concurrently, up to the queue depth. With direct I/O on Linux, the calling
 * thread uses an asynchronous queue of the kernel. Otherwise, threads of this store read together
 * with the calling thread. Writes are not parallel, because they usually go to neighbouring slots.
 */
public final class ParallelPageStore extends ForwardingPageStore {
  /** Maximum queue depth. */
  public static final int MOST_DEPTH = 64;

  private static final long IDLE_SECONDS = 10;

  private final int depth;
  private final ExecutorService threads;
  private final ThreadLocal<FileRanges> ranges = ThreadLocal.withInitial(FileRanges::new);

  /**
   * True if the underlying store is a file for which the platform has not yet refused an
   * asynchronous queue.
   */
  private volatile boolean hasQueue;

  /**
   * Creates a store with up to {@code depth} concurrent reads.
   *
   * @param store the underlying store; {@link #close} closes it
   * @param depth 1 to {@value #MOST_DEPTH}
   */
  public ParallelPageStore(PageStore store, int depth) {
    super(store);
    if (depth < 1 || depth > MOST_DEPTH) {
      throw new IllegalArgumentException(
          "depth = " + depth + " (allowed: 1 to " + MOST_DEPTH + ")");
    }
    this.depth = depth;
    hasQueue = store instanceof FilePageStore;
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            depth,
            depth,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "flashgrove-read");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    threads = pool;
  }

  @Override
  public void read(long[] slots, int count, ByteBuffer into) {
    int runs = depth == 1 || !isSound(slots, count, into) ? 1 : runs(slots, count);
    if (runs <= 1) {
      store.read(slots, count, into);
    } else if (!readByQueue(slots, count, into)) {
      readByThreads(slots, count, runs, into);
    }
  }

  @Override
  public boolean readsTogether() {
    return depth > 1;
  }

  @Override
  public void readEach(long[] slots, int count, ByteBuffer into, PageVisitor visitor) {
    boolean queued =
        depth > 1
            && hasQueue
            && count >= depth
            && count <= slots.length
            && into.capacity() / pageSize() >= depth
            && ((FilePageStore) store).readEach(slots, count, into, depth, ranges.get(), visitor);
    if (!queued) {
      readEachByRead(slots, count, into, visitor);
    }
  }

  private boolean readByQueue(long[] slots, int count, ByteBuffer into) {
    if (!hasQueue) {
      return false;
    }
    hasQueue = ((FilePageStore) store).readTogether(slots, count, into, depth, ranges.get());
    return hasQueue;
  }

  private void readByThreads(long[] slots, int count, int runs, ByteBuffer into) {
    Batch batch = new Batch(slots, count, runs, into);
    int helpers = Math.min(depth, runs) - 1;
    CountDownLatch ended = new CountDownLatch(helpers);
    for (int i = 0; i < helpers; i++) {
      try {
        threads.execute(
            () -> {
              batch.work();
              ended.countDown();
            });
      } catch (RejectedExecutionException closed) {
        ended.countDown(); // the caller's own reads report that the store is closed
      }
    }
    batch.work();
    awaitUninterruptibly(ended);
    batch.rethrow();
  }

  /**
   * Returns whether the arguments of a read are valid. A read with invalid arguments is passed to
   * the underlying store as a whole, so that this store rejects it before anything is read.
   */
  private boolean isSound(long[] slots, int count, ByteBuffer into) {
    if (count < 0 || count > slots.length || (long) count * pageSize() > into.capacity()) {
      return false;
    }
    long bound = pageCount();
    for (int i = 0; i < count; i++) {
      if (slots[i] < 0 || slots[i] >= bound) {
        return false;
      }
    }
    return true;
  }

  private static void awaitUninterruptibly(CountDownLatch ended) {
    boolean interrupted = false;
    while (true) {
      try {
        ended.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The reads of one call. Each read is a run of neighbouring slots. A thread that has finished a
   * run takes the next run that no other thread has taken.
   */
  private final class Batch {
    private final long[] slots;
    private final ByteBuffer into;
    private final int[] starts;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

    Batch(long[] slots, int count, int runs, ByteBuffer into) {
      this.slots = slots;
      this.into = into;
      starts = new int[runs + 1];
      int run = 0;
      for (int i = 0; i < count; i++) {
        if (i == 0 || slots[i] != slots[i - 1] + 1) {
          starts[run++] = i;
        }
      }
      starts[runs] = count;
    }

    void work() {
      for (int run = next.getAndIncrement();
          run < starts.length - 1;
          run = next.getAndIncrement()) {
        try {
          readRun(starts[run], starts[run + 1]);
        } catch (RuntimeException e) {
          failure.compareAndSet(null, e);
          next.set(starts.length);
        }
      }
    }

    private void readRun(int from, int to) {
      long[] own = new long[to - from];
      System.arraycopy(slots, from, own, 0, own.length);
      ByteBuffer part = into.slice(from * pageSize(), own.length * pageSize());
      store.read(own, own.length, part);
    }

    void rethrow() {
      RuntimeException first = failure.get();
      if (first != null) {
        throw first;
      }
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    super.close();
  }
}
