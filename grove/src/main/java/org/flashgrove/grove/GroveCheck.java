package org.flashgrove.grove;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.block.BlockCheck;
import org.flashgrove.grove.block.BlockFooters;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.memtable.BufferInterval;
import org.flashgrove.grove.memtable.Chunk;
import org.flashgrove.grove.memtable.IntervalState;
import org.flashgrove.grove.memtable.Packer;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.grove.merge.BlockReader;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.check.Problems;

/**
 * Verifies the structure of a Grove. The intervals of blocks must cover the whole Hilbert curve
 * without overlaps. Each entry must lie in the interval of its block, in the box of its page and in
 * the box of its run. A run is a group of neighbouring entries of a page. Each buffered deletion
 * must refer to an existing entry. Counters of entries and bytes must equal a recount. The Grove
 * must not change during the check.
 */
final class GroveCheck {
  private static final int MOST_LISTED = 20;

  private final ComponentStore store;
  private final GroveConfig config;
  private final CurveOrder curve;
  private final GroveContent content;
  private final Partition partition;
  private final Directory directory;
  private final BlockReader reader;
  private final Packer packer;
  private final BlockCheck blockCheck;
  private final EntryColumns stored = new EntryColumns(1024);
  private final EntryColumns buffered = new EntryColumns(1024);
  private final Tombstones entries = new Tombstones();
  private final double[] box = new double[4];
  private final Problems problems = new Problems(MOST_LISTED);
  private long pages;
  private long storedEntries;
  private long insertions;
  private long deletions;

  GroveCheck(ComponentStore store, GroveConfig config, GroveContent content) {
    this.store = store;
    this.config = config;
    curve = content.curve();
    this.content = content;
    partition = content.partition();
    directory = partition.directory();
    reader = new BlockReader(store, 0);
    packer = new Packer(curve, config);
    blockCheck = new BlockCheck(config.merges().form(store), curve::value, store.name());
  }

  CheckReport run() {
    checkLine();
    recount(content).forEach(problems::add);
    Set<Long> numbers = new HashSet<>();
    for (int i = 0; i < directory.intervals(); i++) {
      stored.clear();
      for (int b = directory.firstBlock(i); b < directory.firstBlock(i + 1); b++) {
        StoredBlock block = directory.block(b);
        if (!numbers.add(block.block().number())) {
          problems.add("block " + block.block().number() + " is in the directory twice");
        }
        checkBlock(block, directory.start(i), directory.end(i));
      }
      checkBuffer(i);
    }
    long expected = storedEntries + insertions - deletions;
    if (expected != content.entries()) {
      problems.add("entries: " + content.entries() + " counted, " + expected + " found");
    }
    return problems.report(0, pages, content.entries());
  }

  /**
   * Checks that the intervals of the block directory cover the whole curve, and that the intervals
   * of the write buffer cover it, too. Each boundary between intervals of the directory must also
   * be a boundary between intervals of the buffer.
   */
  private void checkLine() {
    if (directory.start(0) != 0 || partition.start(0) != 0) {
      problems.add("the curve does not begin at 0");
    }
    for (int i = 0; i < directory.intervals(); i++) {
      if (directory.end(i) <= directory.start(i)) {
        problems.add("interval " + i + " of the directory is empty or out of order");
      }
      if (partition.start(partition.find(directory.start(i))) != directory.start(i)) {
        problems.add("interval " + i + " of the directory begins within one of the buffer");
      }
    }
    for (int i = partition.first(); i < partition.beyond(); i = partition.next(i)) {
      if (partition.end(i) <= partition.start(i)) {
        problems.add("interval " + i + " of the buffer is empty or out of order");
      }
    }
  }

  /**
   * Recounts the values that every change updates, such as the number of entries, and compares the
   * results with the stored values. Reads no pages. Returns one message for each difference.
   */
  static List<String> recount(GroveContent content) {
    Partition partition = content.partition();
    List<String> problems = new ArrayList<>();
    long bytes = 0;
    long changes = 0;
    long deletions = 0;
    boolean counted = true;
    for (int i = partition.first(); i < partition.beyond(); i = partition.next(i)) {
      IntervalState state = partition.buffer(i).state();
      deletions += state.allDeletions();
      counted &= partition.changes(i) == state.changes() && partition.raw(i) == state.raw();
      bytes += BufferInterval.OBJECT_BYTES + recount(state);
      changes += state.raw().count();
      for (Chunk chunk : state.chunks()) {
        changes += chunk.count();
      }
    }
    if (bytes != content.buffer().bytes()) {
      problems.add(
          "bytes of the buffer: " + content.buffer().bytes() + " counted, " + bytes + " found");
    }
    if (changes != content.buffer().changes()) {
      problems.add(
          "changes in the buffer: "
              + content.buffer().changes()
              + " counted, "
              + changes
              + " found");
    }
    if (deletions != content.buffer().deletions()) {
      problems.add(
          "deletions in the buffer: "
              + content.buffer().deletions()
              + " counted, "
              + deletions
              + " found");
    }
    if (!counted) {
      problems.add("an interval of the buffer has another state than its partition knows");
    }
    problems.addAll(content.pages().problems());
    return problems;
  }

  private static long recount(IntervalState state) {
    if (state == IntervalState.NOTHING) {
      return 0;
    }
    long sum = IntervalState.bytesWithoutChunks(state.chunks().length, state.raw());
    for (Chunk chunk : state.chunks()) {
      sum += chunk.bytes();
    }
    return sum;
  }

  private void checkBlock(StoredBlock block, long start, long end) {
    String name = "block " + block.block().number();
    int from = stored.size();
    BlockFences fences;
    try {
      reader.appendAll(block, stored);
      fences = exactFences(block);
    } catch (DamagedStoreException e) {
      problems.add(e.getMessage());
      return;
    }
    pages += fences.pages() + fences.residualPages();
    storedEntries += stored.size() - from;
    if (block.entries() < 1 || fences.count() != block.entries()) {
      problems.add(name + ": " + block.entries() + " entries, footer says " + fences.count());
    }
    List<String> found = new ArrayList<>();
    blockCheck.check(fences, block.block().number(), reader.frames(), found);
    found.forEach(problems::add);
    for (int i = from; i < stored.size(); i++) {
      long key = key(stored, i);
      if (key < start || key >= end || stored.isDeletion(i)) {
        problems.add(name + ": an entry out of its interval, or a deletion: " + stored.id(i));
      }
    }
  }

  /**
   * Reads the metadata of a block from its footer. The footer may be more precise than the metadata
   * in memory. Reports a problem if the footer contradicts the metadata in memory.
   */
  private BlockFences exactFences(StoredBlock block) {
    BlockFences fences = block.fences();
    BlockFooters footers = new BlockFooters(store);
    footers.add(block.block());
    BlockFences exact = footers.read(fences.subBoxes())[0];
    if (!fences.isCoarse()) {
      if (!Arrays.equals(fences.footer(), exact.footer())) {
        problems.add("block " + block.block().number() + " is not as its footer says");
      }
      return exact;
    }
    BlockFences coarse = StoredBlock.of(block.block(), block.entries(), exact).coarse().fences();
    double[] expected = new double[box.length];
    for (int p = 0; p < fences.pages(); p++) {
      fences.pageBox(p, box);
      coarse.pageBox(p, expected);
      if (!Arrays.equals(box, expected) || fences.indexOf(p) != exact.indexOf(p)) {
        problems.add(
            "block " + block.block().number() + ": page " + p + " is not as its footer says");
      }
    }
    return exact;
  }

  private long key(EntryColumns of, int i) {
    return curve.value(of.minX(i), of.minY(i), of.maxX(i), of.maxY(i));
  }

  /**
   * Checks the buffered changes of an interval. The caller must first have read the entries that
   * blocks store for this interval.
   */
  private void checkBuffer(int interval) {
    entries.clear();
    for (int i = 0; i < stored.size(); i++) {
      add(stored, i);
    }
    int to = partition.firstFrom(directory.end(interval));
    int from = partition.firstFrom(directory.start(interval));
    for (int at = from; at < to; at = partition.next(at)) {
      partition.bufferBox(at, box);
      buffered.clear();
      packer.collectFrozen(partition.buffer(at).state(), buffered);
      checkChanges(at);
      for (int i = 0; i < buffered.size(); i++) {
        if (!buffered.isDeletion(i)) {
          add(buffered, i); // later deletions may refer to frozen entries
        }
      }
      buffered.clear();
      packer.collect(partition.buffer(at).state(), buffered);
      checkChanges(at);
    }
  }

  private void checkChanges(int at) {
    for (int i = 0; i < buffered.size(); i++) {
      if (buffered.key(i) < partition.start(at) || buffered.key(i) >= partition.end(at)) {
        problems.add("buffer: a change out of its interval: " + buffered.id(i));
      }
      if (buffered.minX(i) < box[0]
          || buffered.minY(i) < box[1]
          || buffered.maxX(i) > box[2]
          || buffered.maxY(i) > box[3]) {
        problems.add("buffer: a change out of the box of its interval: " + buffered.id(i));
      }
      if (!buffered.isDeletion(i)) {
        insertions++;
      } else {
        deletions++;
        checkDeletion(i);
      }
    }
  }

  private void add(EntryColumns of, int i) {
    entries.add(of.id(i), of.minX(i), of.minY(i), of.maxX(i), of.maxY(i));
  }

  private void checkDeletion(int i) {
    boolean found =
        entries.takes(
            buffered.id(i), buffered.minX(i), buffered.minY(i), buffered.maxX(i), buffered.maxY(i));
    if (!found && !config.blind()) {
      problems.add("buffer: a deletion of an entry that no block holds: " + buffered.id(i));
    }
  }
}
