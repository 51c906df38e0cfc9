package org.flashgrove.storage.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.flashgrove.storage.placement.FreePages;

/**
 * List of a store's structures, including those dropped since the store was opened. While the store
 * is open, changing the list requires the store's commit lock and store lock.
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
   * @param pages slots and page maps of {@code placement=free}, or null if pages are written in
   *     place
   */
  StructureList(FreePages pages) {
    this.pages = pages;
  }

  /**
   * Returns a view of the structures that were not dropped. Later changes of this list show in the
   * view.
   */
  List<LogParticipant> present() {
    return present;
  }

  /**
   * Returns actions that copy the content of the structures in {@code other} to the structures in
   * this list. The list {@code other} belongs to a store that has opened the same files for
   * reading. Returns an empty list if a structure cannot copy and needs all frames of the log.
   */
  List<Runnable> takeOver(StructureList other) {
    List<Runnable> actions = new ArrayList<>();
    for (LogParticipant part : present) {
      for (LogParticipant before : other.present) {
        Runnable action = before.number() == part.number() ? part.takeOver(before) : null;
        if (action != null) {
          actions.add(action);
        }
      }
    }
    return actions.size() == present.size() ? actions : List.of();
  }

  /**
   * Called after the log was replayed. From then on, structures can be added only with {@link
   * #join}.
   */
  void opened() {
    isOpen = true;
  }

  /**
   * Adds a structure.
   *
   * @throws IllegalStateException if the store is open and no structure is joining; or if pages are
   *     written in place, and another structure already writes to the page file
   */
  void add(LogParticipant part) {
    if (isOpen && !isJoining) {
      throw new IllegalStateException(
          "structure "
              + part.number()
              + ": the store is already open; add structures before opening it");
    }
    boolean inPlace = pages == null && part.sharesSlots();
    if (inPlace && present.stream().anyMatch(LogParticipant::sharesSlots)) {
      throw new IllegalStateException(
          "structure "
              + part.number()
              + ": placement=home stores one structure; use placement=free");
    }
    present.add(part);
  }

  /**
   * Adds a structure to the open store.
   *
   * @param maker creates the structure, which adds itself to this list
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

  /** Drops a structure. Returns false if it is not in the list. */
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

  /** Throws {@link IllegalStateException} if one of the structures was dropped. */
  void requireThere(Committable... staged) {
    for (Committable part : staged) {
      if (!dropped.isEmpty() && dropped.contains(part)) {
        throw new IllegalStateException(
            part.fileName() + ": the changed structure was dropped; use one of this store");
      }
    }
  }

  /**
   * Discards the page images that no snapshot of commit {@code oldestLive} or a later commit sees.
   */
  void prune(long oldestLive) {
    for (Committable part : present) {
      part.prune(oldestLive);
    }
  }

  /** Closes all structures, including dropped ones. */
  void close() {
    present.forEach(LogParticipant::close);
    dropped.forEach(LogParticipant::close);
  }
}
