package org.flashgrove.access.micro;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.micro.MicroFigures;
import org.flashgrove.indexes.micro.MicroGf;
import org.flashgrove.indexes.micro.MicroGfOptions;
import org.flashgrove.indexes.micro.MicroHash;
import org.flashgrove.indexes.micro.MicroHashOptions;
import org.flashgrove.indexes.micro.MicroIndex;
import org.flashgrove.indexes.micro.MicroRecord;
import org.flashgrove.indexes.micro.RecordVisitor;
import org.flashgrove.storage.log.CommitLease;
import org.flashgrove.storage.log.Commits;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StoreStructure;

/**
 * A MicroHash or MicroGF on raw flash in a store: what is appended are frames of the store's log.
 *
 * <p>A commit's records wait in memory until its frame is durable; then the next commit hands them
 * to the structure, which programs a page when it is full. Records have numbers, and a frame names
 * that of its first one, so opening replays those that are not on the flash, and the page of
 * records in memory, which a power cut takes from the structure, is found in the log.
 *
 * <p>A snapshot sees the records up to the last one of its commit, as far as they have not been
 * overwritten. Any number of threads may read; the structure has one reader or writer at a time.
 */
public final class LoggedMicro implements StoreStructure<MicroOperation, MicroSnapshot> {
  /** Words of a record of a MicroHash. */
  static final int HASH_WORDS = 3;

  /** Words of a record of a MicroGF. */
  static final int GRID_WORDS = 4;

  /** Records that wait at most before a commit has the log synced for them. */
  private static final int MOST_WAITING = 256;

  /** Commits that snapshots may be of at least. */
  private static final int COMMITS_KEPT = 4096;

  private final LoggedStore store;
  private final int number;
  private final MicroIndex index;
  private final MicroHash hash;
  private final MicroGf grid;
  private final MicroOperation operation;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final MicroPart part = new MicroPart(this);
  private final LongFunction<MicroSnapshot> leases = commit -> new MicroSnapshot(this, commit);

  /** The number behind the last record of each commit that a snapshot may be of. */
  private final TreeMap<Long, Long> ends = new TreeMap<>();

  /** Held while the structure, or what waits, is used. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Held while an operation is open. */
  private final ReentrantLock turn = new ReentrantLock();

  private long replayedEnd;
  private boolean isSearching;
  private volatile long size;
  private volatile StoreException failure;

  private record Waiting(long commit, long[] record) {}

  private LoggedMicro(LoggedStore store, int number, MicroHash hash, MicroGf grid) {
    this.store = store;
    this.number = number;
    this.hash = hash;
    this.grid = grid;
    index = hash == null ? grid : hash;
    operation = new MicroOperation(this, store);
    store.add(part);
  }

  /**
   * Adds a MicroHash to a store that is not opened yet.
   *
   * @param store what its structures share; opens and closes this one
   * @param number number of the structure in the store
   * @param flash flash that nobody else uses, erased or with this structure
   * @throws SpecException if the structure on the flash has other options
   * @throws StoreException if it is damaged, or the flash holds something else
   */
  public static LoggedMicro of(
      LoggedStore store, int number, RawFlash flash, MicroHashOptions options) {
    return new LoggedMicro(store, number, MicroHash.open(flash, options), null);
  }

  /** Adds a MicroGF to a store that is not opened yet, as the other method does a MicroHash. */
  public static LoggedMicro of(
      LoggedStore store, int number, RawFlash flash, MicroGfOptions options) {
    return new LoggedMicro(store, number, null, MicroGf.open(flash, options));
  }

  @Override
  public LogParticipant participant() {
    return part;
  }

  /** Returns the number of the structure in its store. */
  int number() {
    return number;
  }

  int recordWords() {
    return hash == null ? GRID_WORDS : HASH_WORDS;
  }

  /** Refuses a record of the other structure. */
  void requireWords(int words) {
    if (words != recordWords()) {
      throw new SpecException(
          hash == null
              ? "a key and a value for a MicroGF (allowed: an id and a point)"
              : "a point for a MicroHash (allowed: a key and a value)");
    }
  }

  MicroOperation operation() {
    return operation;
  }

  /** Returns the number of records of the newest commit. */
  public long size() {
    return size;
  }

  /** Returns what the structure is and has done since it was opened. */
  public MicroFigures figures() {
    return locked(index::figures);
  }

  /**
   * Verifies the structure; nobody may change it meanwhile.
   *
   * @return what is wrong, nothing if all is well
   */
  public List<String> check() {
    return locked(index::check);
  }

  private <T> T locked(Supplier<T> use) {
    store.requireUsable();
    lock.lock();
    try {
      return use.get();
    } finally {
      lock.unlock();
    }
  }

  // Changes

  /** Opens an operation; waits for that of another thread. */
  @Override
  public MicroOperation begin() {
    store.requireWritable();
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException("a change within a search (allowed: after it)");
    }
    turn.lock();
    boolean started = false;
    try {
      operation.start();
      started = true;
      return operation;
    } finally {
      if (!started) {
        turn.unlock();
      }
    }
  }

  /** Ends the turn of the operation. */
  void finishOperation() {
    turn.unlock();
  }

  void commit() {
    store.commit(part);
  }

  /** Waits until no operation is open. */
  public void awaitChanges() {
    turn.lock();
    turn.unlock();
  }

  /** Returns the time of the newest record of the newest commit. */
  public long newestTime() {
    return locked(() -> waiting.isEmpty() ? index.newestTime() : waiting.getLast().record()[0]);
  }

  /** Returns the number that the next record gets. */
  long nextOrdinal() {
    return index.nextOrdinal() + waiting.size();
  }

  /** Hands the records whose frames are durable to the structure. */
  void makeRoom() {
    if (waiting.size() > MOST_WAITING) {
      store.sync();
    }
    apply(store.durableFrame());
  }

  /** Hands all records to the structure. */
  void flush() {
    if (!waiting.isEmpty()) {
      store.sync();
      apply(Long.MAX_VALUE);
    }
  }

  private void apply(long until) {
    lock.lock();
    try {
      while (!waiting.isEmpty() && waiting.peek().commit() <= until) {
        long[] record = waiting.remove().record();
        if (hash != null) {
          hash.insert(record[0], record[1], record[2]);
        } else {
          grid.insert(
              record[0],
              record[1],
              Double.longBitsToDouble(record[2]),
              Double.longBitsToDouble(record[3]));
        }
      }
      size = nextOrdinal() - index.firstOrdinal();
    } catch (StoreException e) {
      failure = e;
      throw e;
    } finally {
      lock.unlock();
    }
  }

  StoreException failure() {
    return failure;
  }

  /** Makes what the operation staged current. */
  void publish(long commit) {
    lock.lock();
    try {
      operation.staged().forEach(record -> waiting.add(new Waiting(commit, record)));
      size += operation.staged().size();
      ends.put(commit, nextOrdinal());
      if (ends.size() > 2 * COMMITS_KEPT) {
        forgetEnds();
      }
    } finally {
      lock.unlock();
    }
  }

  private void forgetEnds() {
    long oldest = Long.MAX_VALUE;
    for (CommitLease lease : store.commits().leases()) {
      if (lease.owner() == this && lease.frame() >= 0) {
        oldest = Math.min(oldest, lease.frame());
      }
    }
    while (ends.size() > COMMITS_KEPT && ends.higherKey(ends.firstKey()) <= oldest) {
      ends.pollFirstEntry();
    }
  }

  // Opening and the log; no other thread, or under the store's lock

  /** Has records counted from a number on, if there are none. */
  void beginAt(long ordinal) {
    if (nextOrdinal() == 0) {
      index.beginAt(ordinal);
    }
  }

  /** Adds a record that the log has. */
  void replay(long frame, long[] record) {
    waiting.add(new Waiting(frame, record));
  }

  /** Notes that the log has the records before a number. */
  void replayed(long end) {
    replayedEnd = Math.max(replayedEnd, end);
  }

  /** Takes the structure into use, now that all frames have been replayed. */
  void opened(long lastFrame) {
    if (replayedEnd > 0 && index.nextOrdinal() > replayedEnd) {
      throw new DamagedStoreException(
          "log",
          "frame " + lastFrame,
          "ends before record "
              + replayedEnd
              + ", but the raw flash holds those before "
              + index.nextOrdinal());
    }
    size = nextOrdinal() - index.firstOrdinal();
    ends.put(lastFrame, nextOrdinal());
  }

  /** Returns the number of records that are not on the flash. */
  long unwrittenCount() {
    return nextOrdinal() - index.flashOrdinal();
  }

  /** Appends the records that are not on the flash. */
  void describeUnwritten(AppendLog.FrameSink sections) {
    describe(sections, index.flashOrdinal(), false);
  }

  /** Appends all records. */
  void describeAll(AppendLog.FrameSink sections) {
    describe(sections, index.firstOrdinal(), true);
  }

  private void describe(AppendLog.FrameSink sections, long first, boolean beginsFlash) {
    RecordWords words = new RecordWords(recordWords());
    words.begin(first, beginsFlash);
    RecordVisitor visitor =
        record -> {
          if (words.isFull()) {
            words.finish(StoreLog.CHECKPOINT, sections);
            words.begin(record.ordinal(), beginsFlash);
          }
          words.add(record.words());
          return VisitResult.CONTINUE;
        };
    if (beginsFlash) {
      index.times(Long.MIN_VALUE, Long.MAX_VALUE, visitor);
    } else {
      index.unwritten(visitor);
    }
    visitWaiting(Long.MAX_VALUE, record -> true, visitor);
    words.finish(StoreLog.CHECKPOINT, sections);
  }

  // Reading

  /** Returns the records as the newest commit left them. Close it. */
  @Override
  public MicroSnapshot snapshot() {
    store.requireUsable();
    Commits commits = store.commits();
    MicroSnapshot lease = commits.lease(this, leases);
    boolean taken = false;
    try {
      while (!taken) {
        long settled = commits.settled();
        lease.look(commits.newest());
        taken = commits.isStill(settled);
      }
      return lease;
    } finally {
      if (!taken) {
        lease.close();
      }
    }
  }

  void requireUsable() {
    store.requireUsable();
  }

  /** Returns the number behind the last record of a commit. */
  private long end(long commit) {
    Map.Entry<Long, Long> end = ends.floorEntry(commit);
    if (end == null) {
      throw new SnapshotExpiredException(commit);
    }
    return end.getValue();
  }

  /** Returns the number of records of a commit that are still there. */
  long sizeAt(long commit) {
    return locked(() -> Math.max(0, end(commit) - index.firstOrdinal()));
  }

  /** What looks for records in the structure. */
  private interface Search {
    boolean run(RecordVisitor visitor);
  }

  long times(long from, long to, long commit, RecordVisitor visitor) {
    return search(
        commit,
        found -> index.times(from, to, found),
        record -> record.time() >= from && record.time() <= to,
        visitor);
  }

  long keys(long from, long to, long commit, RecordVisitor visitor) {
    requireWords(HASH_WORDS);
    return search(
        commit,
        found -> hash.keys(from, to, found),
        record -> record.key() >= from && record.key() <= to,
        visitor);
  }

  long window(double[] window, long commit, RecordVisitor visitor) {
    requireWords(GRID_WORDS);
    return search(
        commit,
        found -> grid.window(window[0], window[1], window[2], window[3], found),
        record ->
            record.x() >= window[0]
                && record.y() >= window[1]
                && record.x() <= window[2]
                && record.y() <= window[3],
        visitor);
  }

  private long search(
      long commit, Search search, Predicate<MicroRecord> waitingTest, RecordVisitor visitor) {
    return locked(
        () -> {
          if (isSearching) {
            throw new IllegalStateException("a search within a search (allowed: after it)");
          }
          isSearching = true;
          try {
            long end = end(commit);
            long[] visited = {0};
            RecordVisitor counting =
                record -> {
                  if (record.ordinal() >= end) {
                    return VisitResult.CONTINUE;
                  }
                  visited[0]++;
                  return visitor.found(record);
                };
            if (search.run(counting)) {
              visitWaiting(end, waitingTest, counting);
            }
            return visited[0];
          } finally {
            isSearching = false;
          }
        });
  }

  private void visitWaiting(long end, Predicate<MicroRecord> test, RecordVisitor visitor) {
    long ordinal = index.nextOrdinal();
    for (Waiting each : waiting) {
      if (ordinal >= end) {
        return;
      }
      MicroRecord record = new MicroRecord(ordinal++, each.record());
      if (test.test(record) && visitor.found(record) == VisitResult.STOP) {
        return;
      }
    }
  }
}
