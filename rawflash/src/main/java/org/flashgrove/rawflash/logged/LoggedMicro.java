package org.flashgrove.rawflash.logged;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.rawflash.micro.MicroGf;
import org.flashgrove.rawflash.micro.MicroGfOptions;
import org.flashgrove.rawflash.micro.MicroHash;
import org.flashgrove.rawflash.micro.MicroHashOptions;
import org.flashgrove.rawflash.micro.MicroIndex;
import org.flashgrove.rawflash.micro.MicroRecord;
import org.flashgrove.rawflash.micro.MicroStats;
import org.flashgrove.rawflash.micro.RecordVisitor;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;

/**
 * A MicroHash or MicroGF in a store. Appended records are written to frames of the store's log.
 *
 * <p>The structure collects records in memory and programs a page when the page is full. Records
 * are numbered, and a frame contains the number of its first record. Opening replays the records
 * that are not on the flash, including those that were only in memory when the power was cut.
 *
 * <p>A snapshot sees the records up to its commit that have not been overwritten.
 */
public final class LoggedMicro extends LoggedRawFlash<MicroOperation, MicroSnapshot> {
  /** Number of words per record of a MicroHash. */
  static final int HASH_WORDS = 3;

  /** Number of words per record of a MicroGF. */
  static final int GRID_WORDS = 4;

  /**
   * Minimum number of recent commits for which {@link #ends} has an entry. Only snapshots of such
   * commits can be read.
   */
  private static final int COMMITS_KEPT = 4096;

  private final MicroIndex index;
  private final MicroHash hash;
  private final MicroGf grid;
  private final MicroOperation operation;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final MicroPart part = new MicroPart(this);

  /** For each recent commit, by commit number: the number of the commit's last record plus 1. */
  private final TreeMap<Long, Long> ends = new TreeMap<>();

  private long replayedEnd;
  private boolean isSearching;
  private volatile long size;

  private record Waiting(long commit, long[] record) {}

  private LoggedMicro(LoggedStore store, int number, MicroHash hash, MicroGf grid) {
    super(store, number);
    this.hash = hash;
    this.grid = grid;
    index = hash == null ? grid : hash;
    operation = new MicroOperation(this, store);
    store.add(part);
  }

  /**
   * Creates a MicroHash and adds it to a store that is not open yet.
   *
   * @param store the shared parts of the store, which opens and closes this structure
   * @param number number of the structure in the store
   * @param flash flash that only this structure uses; it is erased or contains this structure
   * @throws SpecException if the structure on the flash has other options
   * @throws org.flashgrove.core.failure.StoreException if the structure is damaged, or the flash
   *     contains something else
   */
  public static LoggedMicro of(
      LoggedStore store, int number, RawFlash flash, MicroHashOptions options) {
    return new LoggedMicro(store, number, MicroHash.open(flash, options), null);
  }

  /**
   * Creates a MicroGF and adds it to a store that is not open yet. Parameters and exceptions are
   * the same as in the method for a MicroHash.
   */
  public static LoggedMicro of(
      LoggedStore store, int number, RawFlash flash, MicroGfOptions options) {
    return new LoggedMicro(store, number, null, MicroGf.open(flash, options));
  }

  @Override
  public LogParticipant participant() {
    return part;
  }

  int recordWords() {
    return hash == null ? GRID_WORDS : HASH_WORDS;
  }

  /**
   * Rejects a record that does not have {@code words} words. Such a record is meant for the other
   * kind of structure.
   */
  void requireWords(int words) {
    if (words != recordWords()) {
      throw new SpecException(
          hash == null
              ? "MicroGF: stores points, not keys; pass an id and a point"
              : "MicroHash: stores keys, not points; pass a key and a value");
    }
  }

  @Override
  MicroOperation operation() {
    return operation;
  }

  @Override
  MicroSnapshot lease(long commit) {
    return new MicroSnapshot(this, commit);
  }

  @Override
  public long size() {
    return size;
  }

  /** Returns the sizes of this index, and counts of its operations since it was opened. */
  public MicroStats figures() {
    return locked(index::figures);
  }

  @Override
  public List<String> check() {
    return locked(index::check);
  }

  // Changes

  /** Returns the time of the newest committed record. */
  public long newestTime() {
    return locked(() -> waiting.isEmpty() ? index.newestTime() : waiting.getLast().record()[0]);
  }

  /** Returns the number that the next record gets. */
  long nextOrdinal() {
    return index.nextOrdinal() + waiting.size();
  }

  @Override
  int waitingCount() {
    return waiting.size();
  }

  @Override
  void flush() {
    applyAll();
  }

  @Override
  void apply(long until) {
    changing(
        () -> {
          while (!waiting.isEmpty() && waiting.peek().commit() <= until) {
            insert(waiting.remove().record());
          }
          size = nextOrdinal() - index.firstOrdinal();
        });
  }

  private void insert(long[] record) {
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

  @Override
  void publish(long commit) {
    changing(
        () -> {
          operation.staged().forEach(record -> waiting.add(new Waiting(commit, record)));
          size += operation.staged().size();
          ends.put(commit, nextOrdinal());
          if (ends.size() > 2 * COMMITS_KEPT) {
            forgetEnds();
          }
        });
  }

  @Override
  void prune(long oldestLive) {
    // no data are kept for snapshots
  }

  @Override
  void snapshotClosed() {
    // no data were kept for this snapshot
  }

  private void forgetEnds() {
    long oldest = store.commits().oldestLive(this);
    while (ends.size() > COMMITS_KEPT && ends.higherKey(ends.firstKey()) <= oldest) {
      ends.pollFirstEntry();
    }
  }

  // Opening and the log. Called while no other thread uses the store, or under the store's lock.

  /** Sets the number of the first record. Has no effect if records have been added before. */
  void beginAt(long ordinal) {
    if (nextOrdinal() == 0) {
      index.beginAt(ordinal);
    }
  }

  /** Adds a record from a frame of the log to the pending records. */
  void replay(long frame, long[] record) {
    waiting.add(new Waiting(frame, record));
  }

  /**
   * Reports that a replayed frame ends before the record with the number {@code end}. If the flash
   * has later records than the log, opening fails.
   */
  void replayed(long end) {
    replayedEnd = Math.max(replayedEnd, end);
  }

  @Override
  void opened(long lastFrame) {
    if (replayedEnd > 0 && index.nextOrdinal() > replayedEnd) {
      throw new DamagedStoreException(
          "log",
          "frame " + lastFrame,
          "ends before record "
              + replayedEnd
              + ", but the raw flash holds the records before "
              + index.nextOrdinal());
    }
    size = nextOrdinal() - index.firstOrdinal();
    ends.put(lastFrame, nextOrdinal());
  }

  @Override
  long unflushedBytes() {
    return (nextOrdinal() - index.flashOrdinal()) * recordWords() * Long.BYTES;
  }

  @Override
  void describeUnwritten(AppendLog.FrameSink sections) {
    describe(sections, index.flashOrdinal(), false);
  }

  @Override
  void describeAll(AppendLog.FrameSink sections) {
    describe(sections, index.firstOrdinal(), true);
  }

  private void describe(AppendLog.FrameSink sections, long first, boolean beginsFlash) {
    RecordWords words = new RecordWords(recordWords());
    words.begin(first, beginsFlash);
    RecordVisitor visitor =
        record -> {
          if (words.isFull()) {
            words.finish(StoreLog.CHECKPOINT_IMAGE, sections);
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
    words.finish(StoreLog.CHECKPOINT_IMAGE, sections);
  }

  // Reading

  /** Returns the number of a commit's last record plus 1. */
  private long end(long commit) {
    Map.Entry<Long, Long> end = ends.floorEntry(commit);
    if (end == null) {
      throw new SnapshotExpiredException(commit);
    }
    return end.getValue();
  }

  /**
   * Returns the number of records of all commits up to {@code commit} that have not been
   * overwritten.
   */
  long sizeAt(long commit) {
    return locked(() -> Math.max(0, end(commit) - index.firstOrdinal()));
  }

  /** A search in the structure. Returns false if the visitor stopped. */
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
            throw new IllegalStateException(
                "search: called from the visitor of another search; start it after that search"
                    + " ends");
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
