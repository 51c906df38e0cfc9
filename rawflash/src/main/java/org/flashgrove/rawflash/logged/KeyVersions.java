package org.flashgrove.rawflash.logged;

import java.util.ArrayDeque;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Versions of the values of keys that a tree does not contain: pending versions of commits that are
 * not in the tree yet, in order, and older versions that snapshots need.
 *
 * <p>The versions of a key are linked, newest first. Versions that are already in the tree are kept
 * only together with one that is older than every open snapshot. A snapshot that finds no version
 * up to its commit can therefore read the tree.
 *
 * <p>Not safe for use by several threads.
 */
final class KeyVersions {
  /** Number of the commit of a version that was in the tree before all versions beside it. */
  private static final long BEFORE = -1;

  private final NavigableMap<Long, Version> newest = new TreeMap<>();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private int keptCount;

  /** Number of the newest commit whose changes are in the tree, all or some. */
  private long applied;

  /** Version of a key as of a commit: its value, or no entry. */
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

  /** Receives versions that are applied to the tree. */
  interface Target {
    /** Returns the tree's current version of a key, by {@link #present} or {@link #absent}. */
    Version current(long key);

    /**
     * Changes the tree.
     *
     * @param completes whether the tree then contains the complete commit
     */
    void apply(long key, Version version, long commit, boolean completes);
  }

  /** Returns a version of a tree's that has a value. */
  static Version present(long value) {
    return new Version(BEFORE, true, value);
  }

  /** Returns a version of a tree's that has no entry. */
  static Version absent() {
    return new Version(BEFORE, false, 0);
  }

  /** Notes that the tree holds all up to a commit. */
  void opened(long commit) {
    applied = commit;
  }

  /** Returns the number of changes that are not in the tree. */
  int waitingCount() {
    return waiting.size();
  }

  /** Returns the number of versions kept for snapshots. */
  int keptCount() {
    return keptCount;
  }

  /** Adds a version of a key; commits must be added in order. */
  void add(long key, long commit, boolean isPresent, long value) {
    Version version = new Version(commit, isPresent, value);
    version.older = newest.put(key, version);
    waiting.add(new Waiting(key, version));
  }

  /** Returns the version of a key as of a commit; null if the tree contains it. */
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

  /** Receives keys in ascending order. */
  @FunctionalInterface
  interface Visitor {
    /** Receives a key and its version. */
    void version(long key, Version version);
  }

  /** Visits the keys of a range that have versions of a commit, or before it, in order. */
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

  /** Visits the changes that are not in the tree, in the order of their commits. */
  void visitWaiting(Visitor visitor) {
    waiting.forEach(change -> visitor.version(change.key, change.version));
  }

  /**
   * Puts the changes of all commits up to one into the tree.
   *
   * @param oldestLive number of the oldest commit that a snapshot sees, or {@link Long#MAX_VALUE}
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
      waiting.remove(); // an apply that fails ends the work of the store
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

  /** Drops a version and those before it. */
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

  /** Drops the versions that no snapshot of {@code oldestLive} or a later commit needs. */
  void prune(long oldestLive) {
    if (keptCount == 0) {
      return;
    }
    keptCount = 0;
    newest.entrySet().removeIf(entry -> pruned(entry.getValue(), oldestLive));
  }

  /** Shortens the versions of a key; returns whether none is left. */
  private boolean pruned(Version chain, long oldestLive) {
    Version last = null; // of those that are not in the tree
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
