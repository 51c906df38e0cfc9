package org.flashgrove.rawflash.logged;

import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.rawflash.mutree.FlashFullException;
import org.flashgrove.rawflash.mutree.MuTree;
import org.flashgrove.rawflash.mutree.MuTreeOptions;
import org.flashgrove.rawflash.mutree.MuTreeStats;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.LoggedStore;

/**
 * A μ-tree on raw flash ({@link MuTree}) in a store. Changes are written to frames of the store's
 * log.
 *
 * <p>A commit's changes wait in memory until its frame is durable, because a programmed page cannot
 * be undone. The next commit applies them to the tree. Unless the tree has a write buffer, this
 * takes one page program per change. Each page contains the number of the newest frame that is
 * completely in the tree. Opening replays the log after that frame. Replaying a change that is
 * already in the tree has no effect, because a frame gives the new value of each changed key, or
 * says that the key was removed.
 *
 * <p>A snapshot reads the tree and the versions of keys that are pending or kept ({@link
 * KeyVersions}). If more than {@value #MOST_KEPT} versions are kept, the snapshots that need them
 * expire.
 *
 * <p>Any number of threads may read, but the tree serves one reader or writer at a time, because
 * each look-up changes the read buffer of the tree.
 */
public final class LoggedMuTree extends LoggedRawFlash<MuTreeOperation, MuTreeSnapshot> {
  /** Maximum number of versions kept for snapshots. */
  private static final int MOST_KEPT = 1 << 16;

  /**
   * Number of entries that a range search reads from the tree before it releases the lock and
   * passes them to its visitor.
   */
  private static final int ENTRIES_AT_A_TIME = 256;

  private static final long SOME_VALUE = 0;
  private static final long ANOTHER_VALUE = 1;

  private final MuTree tree;
  private final MuTreeOptions options;
  private final MuTreeOperation operation;
  private final KeyVersions versions = new KeyVersions();
  private final Target target = new Target();
  private final MuTreePart part = new MuTreePart(this);

  private volatile long size;
  private volatile boolean keepsVersions;

  /** Number of the oldest commit whose snapshots have not expired. */
  private long expiredBefore;

  /**
   * Creates a μ-tree and adds it to a store that is not open yet.
   *
   * @param store the shared parts of the store, which opens and closes this tree
   * @param number number of the structure in the store
   * @param flash flash that only this tree uses; it is erased or contains this tree
   * @throws org.flashgrove.core.spec.SpecException if the tree on the flash has other options
   * @throws org.flashgrove.core.failure.StoreException if the tree is damaged, or the flash
   *     contains something else
   */
  public LoggedMuTree(LoggedStore store, int number, RawFlash flash, MuTreeOptions options) {
    super(store, number);
    this.options = options;
    tree = MuTree.open(flash, options);
    operation = new MuTreeOperation(this, store);
    versions.opened(tree.stamp());
    store.add(part);
  }

  @Override
  public LogParticipant participant() {
    return part;
  }

  @Override
  MuTreeOperation operation() {
    return operation;
  }

  MuTreeOptions options() {
    return options;
  }

  @Override
  MuTreeSnapshot lease(long commit) {
    return new MuTreeSnapshot(this, commit);
  }

  @Override
  public long size() {
    return size;
  }

  /** Returns the state of the tree and statistics since it was opened. */
  public MuTreeStats figures() {
    return locked(tree::figures);
  }

  @Override
  public List<String> check() {
    return locked(tree::check);
  }

  // Changes

  /**
   * Ensures that the flash has room for a number of insertions in addition to the pending changes.
   * Flushes the tree if that is necessary.
   *
   * @throws FlashFullException if the flash may have no room
   */
  void requireRoom(int insertions) {
    if (!locked(() -> tree.hasRoomFor(versions.waitingCount() + insertions))) {
      store.maintain(this::flush);
      if (!locked(() -> tree.hasRoomFor(insertions))) {
        throw new FlashFullException(
            insertions + " insertions: the flash may have no room; use a larger flash");
      }
    }
  }

  @Override
  void flush() {
    applyAll();
    writeApplied();
  }

  /** Writes to the flash those changes that have already been applied to the tree. */
  private void writeApplied() {
    changing(tree::flush);
  }

  @Override
  void apply(long until) {
    changing(
        () -> {
          versions.apply(until, store.commits().oldestLive(this), target);
          if (versions.keptCount() > MOST_KEPT) {
            expiredBefore = store.committedFrame();
            versions.prune(Long.MAX_VALUE);
          }
          keepsVersions = versions.keptCount() > 0;
        });
  }

  /** Adapter that applies pending changes to the tree. */
  private final class Target implements KeyVersions.Target {
    @Override
    public KeyVersions.Version current(long key) {
      long value = tree.find(key, SOME_VALUE);
      return value != SOME_VALUE || isInTree(key)
          ? KeyVersions.present(value)
          : KeyVersions.absent();
    }

    @Override
    public void apply(long key, KeyVersions.Version version, long commit, boolean completes) {
      if (completes) {
        tree.stamp(commit);
      }
      if (!version.isPresent()) {
        tree.delete(key);
      } else if (!tree.update(key, version.value())) {
        tree.insert(key, version.value());
      }
    }
  }

  private boolean isInTree(long key) {
    return tree.find(key, SOME_VALUE) != SOME_VALUE
        || tree.find(key, ANOTHER_VALUE) != ANOTHER_VALUE;
  }

  @Override
  void publish(long commit) {
    changing(
        () -> {
          operation.visit((key, isPresent, value) -> versions.add(key, commit, isPresent, value));
          size += operation.growth();
        });
  }

  // Opening and the log. Called while no other thread uses the store, or under the store's lock.

  /** Returns whether the tree contains all changes of a frame. */
  boolean holds(long frame) {
    return frame <= tree.stamp();
  }

  /** Adds a change from a frame of the log to the pending changes. */
  void replay(long frame, long key, boolean isPresent, long value) {
    versions.add(key, frame, isPresent, value);
  }

  @Override
  void opened(long lastFrame) {
    if (tree.stamp() > lastFrame) {
      throw new DamagedStoreException(
          "log",
          "frame " + lastFrame,
          "is the newest frame, but the tree on raw flash contains frame " + tree.stamp());
    }
    long[] grown = {0};
    versions.visit(
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        (key, version) -> {
          grown[0] += version.isPresent() ? 1 : 0;
          grown[0] -= isInTree(key) ? 1 : 0;
        });
    size = tree.size() + grown[0];
  }

  @Override
  int waitingCount() {
    return versions.waitingCount();
  }

  @Override
  long unflushedBytes() {
    return (long) waitingCount() * ChangeWords.WORDS * Long.BYTES;
  }

  @Override
  void describeUnwritten(AppendLog.FrameSink sections) {
    writeApplied();
    ChangeWords words = new ChangeWords(sections);
    versions.visitWaiting((key, version) -> words.add(key, version.isPresent(), version.value()));
    words.finish();
  }

  @Override
  void describeAll(AppendLog.FrameSink sections) {
    ChangeWords words = new ChangeWords(sections);
    visit(
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        (key, value) -> words.add(key, true, value));
    words.finish();
  }

  @Override
  void prune(long oldestLive) {
    changing(
        () -> {
          versions.prune(oldestLive);
          keepsVersions = versions.keptCount() > 0;
        });
  }

  // Reading

  @Override
  void snapshotClosed() {
    if (keepsVersions) {
      store.prune();
    }
  }

  /** Returns whether a key exists as of the newest commit. */
  boolean contains(long key) {
    return locked(
        () -> {
          KeyVersions.Version version = versions.at(key, Long.MAX_VALUE);
          return version == null ? isInTree(key) : version.isPresent();
        });
  }

  /** Returns the value of a key as of a commit that a snapshot reads, or {@code absent}. */
  long find(long key, long commit, long absent) {
    return locked(
        () -> {
          requireKept(commit);
          KeyVersions.Version version = versions.at(key, commit);
          if (version == null) {
            return tree.find(key, absent);
          }
          return version.isPresent() ? version.value() : absent;
        });
  }

  private void requireKept(long commit) {
    if (commit < expiredBefore) {
      throw new SnapshotExpiredException(commit);
    }
  }

  /**
   * Visits the entries of a range as of a commit that a snapshot reads. Returns the number of
   * entries visited.
   */
  long visit(long from, long to, long commit, PairVisitor visitor) {
    long visited = 0;
    long next = from;
    boolean goesOn = from <= to;
    while (goesOn) {
      long start = next;
      PairList pairs = locked(() -> collect(start, to, commit));
      for (int i = 0; i < pairs.count() && goesOn; i++) {
        visited++;
        goesOn = visitor.found(pairs.key(i), pairs.value(i)) == VisitResult.CONTINUE;
      }
      goesOn &= pairs.end() < to;
      next = pairs.end() + 1;
    }
    return visited;
  }

  /**
   * Collects the first entries of a range as of a commit. If a key has a version visible at the
   * commit, the version takes precedence over the tree.
   */
  private PairList collect(long from, long to, long commit) {
    requireKept(commit);
    PairList ofTree = new PairList();
    boolean isAll =
        tree.range(
            from,
            to,
            new PairVisitor() {
              @Override
              public void visit(long key, long value) {
                ofTree.add(key, value);
              }

              @Override
              public VisitResult found(long key, long value) {
                visit(key, value);
                return VisitResult.continueIf(ofTree.count() < ENTRIES_AT_A_TIME);
              }
            });
    long end = isAll ? to : ofTree.key(ofTree.count() - 1);
    PairList merged = new PairList();
    int[] taken = {0};
    versions.visit(
        from,
        end,
        commit,
        (key, version) -> {
          while (taken[0] < ofTree.count() && ofTree.key(taken[0]) < key) {
            merged.add(ofTree.key(taken[0]), ofTree.value(taken[0]));
            taken[0]++;
          }
          if (taken[0] < ofTree.count() && ofTree.key(taken[0]) == key) {
            taken[0]++;
          }
          if (version.isPresent()) {
            merged.add(key, version.value());
          }
        });
    for (int i = taken[0]; i < ofTree.count(); i++) {
      merged.add(ofTree.key(i), ofTree.value(i));
    }
    merged.end(end);
    return merged;
  }
}
