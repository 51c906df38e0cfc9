package org.flashgrove.rawflash.logged;

import java.util.ArrayDeque;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Versions of values of a μ-tree that the tree itself does not contain. A pending version belongs
 * to a commit that was not applied to the tree yet. An older version is kept because a snapshot
 * needs it.
 *
 * <p>The versions of a key are linked, newest first. When a version is applied to the tree, the
 * value that it overwrites becomes a kept version, if a snapshot needs this value. Then all
 * versions of the key back to that value are kept. A snapshot that finds no version of a key can
 * therefore read the tree instead.
 *
 * <p>Not thread-safe.
 */
final class KeyVersions {
  /**
   * Commit number of versions whose real commit number is unknown and not needed. Such a version
   * has the value that the tree contained before the first kept version of the key was applied.
   */
  private static final long BEFORE = -1;

  private final NavigableMap<Long, Version> newest = new TreeMap<>();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private int keptCount;

  /** Number of the newest commit whose changes are at least partly in the tree. */
  private long applied;

  /** State of a key as of a commit: a value, or no entry. */
  static final class Version {
    private final long commit;
    private final boolean isPresent;
    private final long value;
    private Version older;

    private Version(long commit, boolean isPresent, long value) {
      this.commit = commit;
      this.isPresent = isPresent;
      this.value = value;
    }

    boolean isPresent() {
      return isPresent;
    }

    long value() {
      return value;
    }
  }

  private record Waiting(long key, Version version) {}

  /** The tree to which versions are applied. */
  interface Target {
    /**
     * Returns the state of a key in the tree, as a version that {@link #present} or {@link #absent}
     * creates.
     */
    Version current(long key);

    /**
     * Applies a version of a key to the tree.
     *
     * @param commit number of the commit to which the version belongs
     * @param completes whether this is the last change of the commit, so that the tree then
     *     contains the complete commit
     */
    void apply(long key, Version version, long commit, boolean completes);
  }

  /** Returns a version that says that a key has {@code value} in the tree. */
  static Version present(long value) {
    return new Version(BEFORE, true, value);
  }

  /** Returns a version that says that a key has no entry in the tree. */
  static Version absent() {
    return new Version(BEFORE, false, 0);
  }

  /** Sets the number of the newest commit in the tree, after the tree was opened. */
  void opened(long commit) {
    applied = commit;
  }

  /** Returns the number of pending changes. */
  int waitingCount() {
    return waiting.size();
  }

  /** Returns the number of versions kept for snapshots. */
  int keptCount() {
    return keptCount;
  }

  /** Adds a version of a key. Commits must be added in ascending order. */
  void add(long key, long commit, boolean isPresent, long value) {
    Version version = new Version(commit, isPresent, value);
    version.older = newest.put(key, version);
    waiting.add(new Waiting(key, version));
  }

  /**
   * Returns the newest version of a key that belongs to {@code commit} or to an earlier commit.
   * Returns {@code null} if no such version is kept; the tree then contains the right value.
   */
  Version at(long key, long commit) {
    return at(newest.get(key), commit);
  }

  private static Version at(Version chain, long commit) {
    Version version = chain;
    while (version != null && version.commit > commit) {
      version = version.older;
    }
    return version;
  }

  /** Receives keys with their versions. */
  @FunctionalInterface
  interface Visitor {
    /** Receives a key and its version. */
    void version(long key, Version version);
  }

  /**
   * Visits, in ascending order, the keys of a range that have a version visible at a commit. For
   * each of them {@link #at} returns this version; all other keys must be read from the tree.
   */
  void visit(long from, long to, long commit, Visitor visitor) {
    newest
        .subMap(from, true, to, true)
        .forEach(
            (key, chain) -> {
              Version version = at(chain, commit);
              if (version != null) {
                visitor.version(key, version);
              }
            });
  }

  /** Visits the pending changes in the order of their commits. */
  void visitWaiting(Visitor visitor) {
    waiting.forEach(change -> visitor.version(change.key, change.version));
  }

  /**
   * Applies the pending changes of all commits up to {@code until} to the tree.
   *
   * @param oldestLive number of the oldest commit that a snapshot reads, or {@link Long#MAX_VALUE}
   *     if there are no snapshots
   */
  void apply(long until, long oldestLive, Target tree) {
    while (!waiting.isEmpty() && waiting.peek().version.commit <= until) {
      Waiting change = waiting.peek();
      Version version = change.version;
      boolean isSeen = oldestLive < version.commit;
      if (isSeen && version.older == null) {
        version.older = tree.current(change.key);
        keptCount++;
      }
      waiting.remove(); // if the following call fails, the store refuses further work
      boolean completes = waiting.isEmpty() || waiting.peek().version.commit != version.commit;
      tree.apply(change.key, version, version.commit, completes);
      applied = version.commit;
      if (isSeen) {
        keptCount++;
      } else {
        cut(change.key, version);
      }
    }
  }

  /** Drops a version and all older versions of its key. */
  private void cut(long key, Version version) {
    Version chain = newest.get(key);
    if (chain == version) {
      newest.remove(key);
      return;
    }
    while (chain.older != version) {
      chain = chain.older;
    }
    chain.older = null;
  }

  /**
   * Drops the versions that are not needed by snapshots of the commit {@code oldestLive} or of
   * later commits.
   */
  void prune(long oldestLive) {
    if (keptCount == 0) {
      return;
    }
    keptCount = 0;
    newest.entrySet().removeIf(entry -> pruned(entry.getValue(), oldestLive));
  }

  /**
   * Drops the versions of a key that no snapshot needs. Returns true if no version is left, so that
   * the key itself can be dropped.
   */
  private boolean pruned(Version chain, long oldestLive) {
    Version last = null; // oldest version that is not in the tree
    Version inTree = chain;
    while (inTree != null && inTree.commit > applied) {
      last = inTree;
      inTree = inTree.older;
    }
    if (inTree == null) {
      return false;
    }
    if (inTree.commit <= oldestLive) {
      if (last != null) {
        last.older = null;
      }
      return last == null;
    }
    keptCount++;
    Version kept = inTree;
    while (kept.commit > oldestLive) {
      kept = kept.older;
      keptCount++;
    }
    kept.older = null;
    return false;
  }
}
