package org.flashgrove.lsm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.block.BlockCheck;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.packed.PackedPage;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.check.Problems;
import org.flashgrove.lsm.merge.EntryOrdering;
import org.flashgrove.lsm.merge.LsmConfig;
import org.flashgrove.lsm.merge.StoredComponent;

/**
 * Verifies the structure of an index in a snapshot, concurrently with changes:
 *
 * <ul>
 *   <li>Entries lie within the boxes of their pages and blocks, and are sorted by the comparator of
 *       the index.
 *   <li>Components have the logged numbers of records and deletions. Older components have the same
 *       or a deeper level.
 *   <li>Each deletion refers to an entry that is older than the deletion.
 *   <li>A recount gives the same number of entries and the same bytes of memory.
 * </ul>
 */
final class LsmCheck {
  private static final int MOST_LISTED = 20;

  private final ComponentStore store;
  private final LsmContent content;
  private final BlockCheck blockCheck;
  private final Problems problems = new Problems(MOST_LISTED);
  private final Map<Entry, Long> deleted = new HashMap<>();
  private final EntryColumns records = new EntryColumns(1024, true); // records of a block
  private final EntryColumns before = new EntryColumns(1, true); // the previous record
  private long pages;
  private long found;

  /** Entry as a key of a hash map. */
  private record Entry(long id, double minX, double minY, double maxX, double maxY) {
    static Entry of(EntryColumns from, int i) {
      return new Entry(from.id(i), from.minX(i), from.minY(i), from.maxX(i), from.maxY(i));
    }
  }

  LsmCheck(ComponentStore store, LsmConfig config, LsmContent content) {
    this.store = store;
    this.content = content;
    blockCheck = new BlockCheck(config.form(store), content.ordering(), store.name());
  }

  /** Verifies the index in a snapshot, which must stay open. */
  CheckReport run(LsmView view) {
    ComponentSet stored = view.stored();
    Set<Long> numbers = new HashSet<>();
    checkMemory(view);
    for (int c = stored.size() - 1; c >= 0; c--) {
      StoredComponent component = stored.component(c);
      if (c > 0 && stored.component(c - 1).level() < component.level()) {
        problems.add("component " + c + " is younger than one of a level above it");
      }
      for (StoredBlock block : component.blocks()) {
        if (!numbers.add(block.block().number())) {
          problems.add("block " + block.block().number() + " belongs to two components");
        }
      }
      checkComponent(c, component);
    }
    for (Map.Entry<Entry, Long> left : deleted.entrySet()) {
      problems.add("a deletion of an entry that is in no older component: " + left.getKey());
    }
    if (found != view.entries()) {
      problems.add("entries: " + view.entries() + " counted, " + found + " found");
    }
    long dropped = content.jobs().statsNow().droppedDeletions();
    if (dropped > 0) {
      problems.add(dropped + " deletions found no entry when they were merged");
    }
    content.pages().problems().forEach(problems::add);
    return problems.report(0, pages, view.entries());
  }

  private void checkMemory(LsmView view) {
    EntryColumns unsorted = view.unsorted().columns(view.unsortedCount());
    for (int i = unsorted.size() - 1; i >= 0; i--) {
      count(unsorted, i);
    }
    long bytes = view.memoryBytes();
    for (int r = view.runs().length - 1; r >= 0; r--) {
      EntryColumns changes = view.runs()[r].changes();
      for (int i = 0; i < changes.size(); i++) {
        if (i > 0 && changes.compare(i - 1, changes, i) > 0) {
          problems.add("a run in memory is out of order");
        }
        count(changes, i);
      }
      bytes -= view.runs()[r].bytes();
    }
    if (bytes != content.memory().bytesOfUnsorted()) {
      problems.add("bytes of the memory component are not what a recount gives");
    }
  }

  /**
   * Counts a record of a component. The records of younger components must have been counted
   * before.
   *
   * @param i index of the record
   */
  private void count(EntryColumns records, int i) {
    Entry entry = Entry.of(records, i);
    if (records.isDeletion(i)) {
      deleted.merge(entry, 1L, Long::sum);
      return;
    }
    Long gone = deleted.get(entry);
    if (gone == null) {
      found++;
    } else if (gone == 1) {
      deleted.remove(entry);
    } else {
      deleted.put(entry, gone - 1);
    }
  }

  private void checkComponent(int c, StoredComponent component) {
    before.clear();
    long total = 0;
    long deletions = 0;
    for (StoredBlock block : component.blocks()) {
      readBlock(block);
      for (int i = 0; i < records.size(); i++) {
        total++;
        deletions += records.isDeletion(i) ? 1 : 0;
        if (before.size() > 0 && before.compare(0, records, i) > 0) {
          problems.add("component " + c + ", block " + block.block().number() + ": out of order");
        }
        before.clear();
        before.addAll(records, i, i + 1);
        count(records, i);
      }
    }
    if (total != component.records() || deletions != component.deletions()) {
      problems.add(
          "component "
              + c
              + ": "
              + total
              + " records, "
              + deletions
              + " deletions; the log says "
              + component.records()
              + ", "
              + component.deletions());
    }
  }

  /** Reads the records of a block and computes their keys. */
  private void readBlock(StoredBlock block) {
    records.clear();
    int count = block.fences().pages();
    byte[][] frames = new byte[count][store.pageSize()];
    PageRequests wanted = new PageRequests();
    for (int p = 0; p < count; p++) {
      wanted.add(block.block(), p);
    }
    try {
      store.read(
          wanted,
          new PageSink() {
            @Override
            public byte[] frame(int index) {
              return frames[index];
            }

            @Override
            public void loaded(int index) {
              pages++;
            }
          });
      List<String> found = new ArrayList<>();
      blockCheck.check(block.fences(), block.block().number(), frames, found);
      found.forEach(problems::add);
      PackedPage page = new PackedPage(store.name());
      int envelope = ComponentStore.ENVELOPE_BYTES;
      for (int p = 0; p < count; p++) {
        page.reset(frames[p], envelope, store.pageSize(), block.block().number(), p);
        page.appendTo(records);
      }
    } catch (DamagedStoreException e) {
      problems.add(e.getMessage());
    }
    EntryOrdering ordering = content.ordering();
    for (int i = 0; i < records.size(); i++) {
      records.setKey(
          i, ordering.of(records.minX(i), records.minY(i), records.maxX(i), records.maxY(i)));
    }
  }
}
