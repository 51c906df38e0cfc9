package org.flashgrove.lsm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.index.FoundBlocks;
import org.flashgrove.grove.index.SalvagedIndex;
import org.flashgrove.lsm.merge.EntryOrdering;
import org.flashgrove.lsm.merge.StoredComponent;

/**
 * Recovers the entries of an LSM R-tree whose store is damaged.
 *
 * <p>If no frame of the log is missing, the log lists the valid components and the changes in
 * memory, and each deletion cancels its entry. The entries of a lost page are lost. If the page
 * contained deletions, deleted entries of older components may reappear, so the salvaged entries of
 * these components are uncertain.
 *
 * <p>If a frame is missing, all entries are uncertain. The salvage first reads the changes in the
 * remaining frames from the newest to the oldest. Then it reads all blocks that it finds, newest
 * first. If an entry has several records, the newest one counts. Some blocks may be older than a
 * merge that replaced them, so entries that were deleted long ago may reappear.
 *
 * <p>The changes in the log, the footers and the deletions are kept in memory.
 */
public final class SalvagedLsm implements SalvagedIndex {
  private static final int FROM_MANIFEST = 5 + EntryOrdering.PARTS;

  private final Consumer<String> losses;
  private final EntryColumns records = new EntryColumns(64, true);
  private final FoundBlocks found;

  // Components that the log lists, as long as its edits are consistent.
  private ComponentSet stored = ComponentSet.of(List.of());
  private EntryColumns active = new EntryColumns(64, true);
  private EntryColumns frozen = new EntryColumns(64, true);
  private boolean isFrozen;
  private boolean isStartKnown;
  private boolean isConsistent = true;
  private long entries;

  /** All changes in the frames of the log, oldest first. */
  private final EntryColumns logged = new EntryColumns(64, true);

  private long uncertain;

  /** Entry, used as a key of a hash map. */
  private record Entry(long id, double minX, double minY, double maxX, double maxY) {}

  /** Number of equal entries according to the remaining frames of an incomplete log. */
  private static final class Logged {
    private long copies;
    private boolean isDeleted; // whether a newer change deletes the older copies
  }

  /**
   * Creates the salvage of an index.
   *
   * @param losses receives one line of text for each loss
   */
  public SalvagedLsm(Consumer<String> losses) {
    this.losses = losses;
    found = new FoundBlocks(losses);
  }

  // Reading the log and blocks

  @Override
  public void frame(long frame, ComponentIndex.Kind kind, long[] words, int length) {
    switch (kind) {
      case CHECKPOINT_IMAGE:
        checkpointImage(frame, words, length);
        break;
      case EDIT:
        edit(frame, words, length);
        break;
      default:
        LsmFrames.requireChanges(frame, words, length);
        LsmFrames.ChangeVisitor add = addTo(active, logged);
        LsmFrames.visitChanges(
            words,
            0,
            length,
            (deletion, id, x1, y1, x2, y2) -> {
              add.change(deletion, id, x1, y1, x2, y2);
              entries += deletion ? -1 : 1;
            });
    }
  }

  /** Returns a visitor that adds changes to lists. */
  private static LsmFrames.ChangeVisitor addTo(EntryColumns... lists) {
    return (deletion, id, x1, y1, x2, y2) -> {
      for (EntryColumns to : lists) {
        to.setDeletion(to.add(0, id, x1 + 0.0, y1 + 0.0, x2 + 0.0, y2 + 0.0), deletion);
      }
    };
  }

  private void checkpointImage(long frame, long[] words, int length) {
    long type = LsmFrames.word(frame, words, length, 0);
    if (type == LsmFrames.MANIFEST) {
      List<StoredComponent> components = LsmFrames.components(frame, words, length, FROM_MANIFEST);
      stored = ComponentSet.of(components);
      entries = words[1];
      isFrozen = words[3] == 1;
      active.clear();
      frozen.clear();
      logged.clear();
      isStartKnown = true;
      isConsistent = true;
      return;
    }
    if (type != LsmFrames.FROZEN && type != LsmFrames.ACTIVE) {
      throw LsmFrames.damaged(frame, "an unknown part of a checkpoint image");
    }
    long[] changes = Arrays.copyOfRange(words, 1, length);
    LsmFrames.requireChanges(frame, changes, changes.length);
    LsmFrames.visitChanges(
        changes, 0, changes.length, addTo(type == LsmFrames.FROZEN ? frozen : active, logged));
  }

  private void edit(long frame, long[] words, int length) {
    long type = LsmFrames.word(frame, words, length, 0);
    if (type == LsmFrames.DOMAIN) {
      return; // SalvagedLsm needs no keys
    }
    if (type == LsmFrames.FREEZE) {
      isConsistent &= !isFrozen;
      EntryColumns spare = frozen;
      frozen = active;
      active = spare;
      active.clear();
      isFrozen = true;
    } else if (type == LsmFrames.FLUSHED) {
      List<StoredComponent> made = LsmFrames.components(frame, words, length, 2);
      isConsistent &= isFrozen;
      stored = stored.flushed(made);
      frozen.clear();
      isFrozen = false;
    } else if (type == LsmFrames.MERGED) {
      int[] inputs = LsmFrames.positions(frame, words, length, 1);
      int level = (int) LsmFrames.word(frame, words, length, 2 + inputs.length);
      List<StoredComponent> made = LsmFrames.components(frame, words, length, 3 + inputs.length);
      if (stored.canMerge(inputs, level)) {
        stored = stored.merged(inputs, level, made);
      } else {
        isConsistent = false;
      }
    } else if (type == LsmFrames.LOADED) {
      List<StoredComponent> made = LsmFrames.components(frame, words, length, 3);
      stored = ComponentSet.of(made);
      entries += words[2];
    } else {
      throw LsmFrames.damaged(frame, "an unknown edit");
    }
  }

  @Override
  public void block(long number, long sequence, int pages, byte[] last) {
    found.add(number, sequence, pages, last);
  }

  @Override
  public boolean isStartKnown() {
    return isStartKnown;
  }

  @Override
  public long entries() {
    return entries;
  }

  @Override
  public boolean agrees() {
    if (!isConsistent) {
      losses.accept("log: an edit that does not follow from those before");
      return false;
    }
    return found.agreeWith(
        IntStream.range(0, stored.blocks()).mapToObj(b -> stored.block(b).block()));
  }

  @Override
  public long uncertain() {
    return uncertain;
  }

  // Reporting entries

  @Override
  public long entries(boolean isLogWhole, Pages pages, EntrySink sink) {
    return isLogWhole ? certainEntries(pages, sink) : newestEntries(pages, sink);
  }

  /** Reports the entries in memory and in the components that the log lists, newest first. */
  private long certainEntries(Pages pages, EntrySink sink) {
    Map<Entry, Long> deleted = new HashMap<>();
    long[] count = {0};
    take(active, -1, deleted, sink, count);
    take(frozen, -1, deleted, sink, count);
    boolean isSure = true;
    for (int c = stored.size() - 1; c >= 0; c--) {
      StoredComponent component = stored.component(c);
      long before = count[0];
      long deletions = 0;
      for (StoredBlock block : component.blocks()) {
        Block name = block.block();
        read(name.number(), name.sequence(), name.pages() - 1, block.entries(), pages);
        deletions += take(records, name.number(), deleted, sink, count);
      }
      uncertain += isSure ? 0 : count[0] - before;
      isSure &= deletions == component.deletions();
    }
    return count[0];
  }

  /**
   * Reports the entries of a list to {@code sink}, beginning with the last record. Skips an entry
   * if a deletion that was visited before refers to it. Returns the number of deletions in the
   * list.
   *
   * @param block number of the block that the list was read from; -1 for changes in memory
   * @param deleted number of deletions that were visited and have found no entry yet, by entry
   * @param count array whose first element is increased by the number of reported entries
   */
  private static long take(
      EntryColumns list, long block, Map<Entry, Long> deleted, EntrySink sink, long[] count) {
    long deletions = 0;
    for (int i = list.size() - 1; i >= 0; i--) {
      Entry entry = entry(list, i);
      if (list.isDeletion(i)) {
        deleted.merge(entry, 1L, Long::sum);
        deletions++;
      } else if (deleted.containsKey(entry)) {
        deleted.computeIfPresent(entry, (any, left) -> left == 1 ? null : left - 1);
      } else {
        count[0]++;
        give(entry, block, sink);
      }
    }
    return deletions;
  }

  private static Entry entry(EntryColumns list, int i) {
    return new Entry(list.id(i), list.minX(i), list.minY(i), list.maxX(i), list.maxY(i));
  }

  private static void give(Entry entry, long block, EntrySink sink) {
    sink.entry(block, entry.id, entry.minX, entry.minY, entry.maxX, entry.maxY);
  }

  /**
   * Reports the entries in the remaining frames of an incomplete log. Then reports the entries of
   * all blocks that were found, even if the log does not list them.
   */
  private long newestEntries(Pages pages, EntrySink sink) {
    long count = 0;
    Set<Entry> gone = new HashSet<>();
    Map<Entry, Logged> newest = new HashMap<>();
    for (int i = logged.size() - 1; i >= 0; i--) {
      Logged known = newest.computeIfAbsent(entry(logged, i), any -> new Logged());
      known.isDeleted |= logged.isDeletion(i);
      known.copies += known.isDeleted ? 0 : 1;
    }
    for (Map.Entry<Entry, Logged> each : newest.entrySet()) {
      for (long copy = 0; copy < each.getValue().copies; copy++) {
        count++;
        give(each.getKey(), -1, sink);
      }
      if (each.getValue().isDeleted) {
        gone.add(each.getKey());
      }
    }
    newest.clear();
    List<FoundBlocks.Found> newestFirst = new ArrayList<>(found.all());
    newestFirst.sort(Comparator.comparingLong(FoundBlocks.Found::sequence).reversed());
    for (FoundBlocks.Found block : newestFirst) {
      int contentPages = block.pages() - (block.fences() == null ? 0 : 1);
      read(block.number(), block.sequence(), contentPages, 0, pages);
      for (int i = records.size() - 1; i >= 0; i--) {
        Entry entry = entry(records, i);
        if (records.isDeletion(i)) {
          gone.add(entry);
        } else if (!gone.contains(entry)) {
          count++;
          give(entry, block.number(), sink);
        }
      }
    }
    return count;
  }

  /**
   * Reads the records on the readable pages of a block into {@code records}.
   *
   * @param expected number of records that the block should have; 0 if it is unknown
   */
  private void read(long number, long sequence, int contentPages, long expected, Pages pages) {
    records.clear();
    found.read(
        number,
        sequence,
        contentPages,
        expected,
        pages,
        entries -> records.addAll(entries, 0, entries.size()));
  }
}
