package org.flashgrove.storage.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.flashgrove.storage.placement.FreePages;

/**
 * Structures of a store: those that take part in it, and those that were dropped since it was
 * opened. Changes of an open store are made under its commit lock and its store lock.
 */
final class StructureList {
  private final FreePages pages;
  private final List<LogParticipant> present = new CopyOnWriteArrayList<>();
  private final List<LogParticipant> dropped = new CopyOnWriteArrayList<>();
  private boolean isOpen;
  private boolean isJoining;

  /**
   * Creates an empty list.
   *
   * @param pages slots and page maps of {@code placement=free}, or null
   */
  StructureList(FreePages pages) {
    this.pages = pages;
  }

  /** Returns the structures that take part; the list shows later changes. */
  List<LogParticipant> present() {
    return present;
  }

  /**
   * Gives all structures the content that those of another store have, which was opened for reading
   * the same files; returns false, and does nothing, if one of them needs all frames of the log.
   */
  boolean takeOver(StructureList other) {
    List<Runnable> actions = new ArrayList<>();
    for (LogParticipant part : present) {
      for (LogParticipant before : other.present) {
        Runnable action = before.number() == part.number() ? part.takeOver(before) : null;
        if (action != null) {
          actions.add(action);
        }
      }
    }
    boolean isWhole = !actions.isEmpty() && actions.size() == present.size();
    if (isWhole) {
      actions.forEach(Runnable::run);
    }
    return isWhole;
  }

  /** Reports that the log was replayed: structures come by {@link #join} only from now on. */
  void opened() {
    isOpen = true;
  }

  /**
   * Adds a structure.
   *
   * @throws IllegalStateException if the store is open and no structure is joining, or the
   *     structure would be the second one that writes the shared slots in place
   */
  void add(LogParticipant part) {
    if (isOpen && !isJoining) {
      throw new IllegalStateException("the store is open already");
    }
    boolean inPlace = pages == null && part.sharesSlots();
    if (inPlace && present.stream().anyMatch(LogParticipant::sharesSlots)) {
      throw new IllegalStateException("a second structure in place (allowed: placement=free)");
    }
    present.add(part);
  }

  /**
   * Adds a structure to the open store.
   *
   * @param maker makes it; it adds itself
   * @param newestCommit number of the newest commit
   */
  <S> S join(Supplier<S> maker, long newestCommit) {
    try {
      int before = present.size();
      isJoining = true;
      S made = maker.get();
      for (LogParticipant part : present.subList(before, present.size())) {
        part.startReplay(Map.of());
        part.finishReplay(newestCommit);
      }
      return made;
    } finally {
      isJoining = false;
    }
  }

  /** Drops a structure; returns false if it took no part. */
  boolean drop(LogParticipant part) {
    if (!present.remove(part)) {
      return false;
    }
    dropped.add(part);
    part.dropped();
    return true;
  }

  boolean holds(Committable part) {
    return present.contains(part);
  }

  /** Refuses changes of structures that were dropped. */
  void requireThere(Committable... staged) {
    for (Committable part : staged) {
      if (!dropped.isEmpty() && dropped.contains(part)) {
        throw new IllegalStateException(
            "structure "
                + part.number()
                + " was dropped (allowed: changes of structures that the store has)");
      }
    }
  }

  /** Drops the images that no snapshot of a commit or a later one sees. */
  void prune(long oldestLive) {
    for (Committable part : present) {
      part.prune(oldestLive);
    }
  }

  /** Closes all structures, also those that were dropped. */
  void close() {
    present.forEach(LogParticipant::close);
    dropped.forEach(LogParticipant::close);
  }
}
