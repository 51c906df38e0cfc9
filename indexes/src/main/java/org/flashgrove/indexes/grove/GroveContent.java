package org.flashgrove.indexes.grove;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.component.PageCache;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedPage;

/**
 * What a grove holds, as its store calls it: applies commits to the write buffer, makes bites when
 * the memory is full, and restores both from the log.
 */
final class GroveContent implements ComponentIndex {
  private static final int LEAST_TAIL = 4;
  private static final int TAIL_PART = 8;

  /** Least part of the memory for the write buffer, however large the directory is. */
  static final int LEAST_BUFFER_PART = 8;

  /** Most room for what a commit may add besides its words: a longer chunk, a new tail. */
  private static final long MOST_COMMIT_ROOM = 4 << 10;

  private static final int COMMIT_ROOM_PART = 32;

  /** What a bite of a step for each change needs at most, however large the memory is. */
  private static final long MOST_SLACK = 32 << 10;

  private final ComponentStore store;
  private final GroveConfig config;
  private final Line line;
  private final Packer packer;
  private final BiteMaker bites;
  private final PageCache pages;
  private final BufferLookup lookup = new BufferLookup();
  private final EntryColumns scratch;
  private final double[] box = new double[4];
  private final Set<BufferInterval> preserved = new HashSet<>();
  private volatile Partition partition;
  private volatile long entries;
  private long newest;
  private long frozenFrom = -1; // -1 if nothing is frozen
  private long frozenTo;
  private long frozenAt;
  private long bufferBytes;
  private long changes;
  private long preservedBytes;
  private long newestLive = NO_SNAPSHOT;
  private boolean started; // a frame was restored

  GroveContent(ComponentStore store, GroveConfig config) {
    this.store = store;
    this.config = config;
    line = config.line();
    packer = new Packer(line, config.memory());
    scratch = packer.scratch();
    pages = new PageCache(store.pageSize(), config.memory());
    bites = new BiteMaker(this, store, config);
    bites.requireRoom(packer.bytes());
    startOver(Directory.empty());
  }

  /** Starts with a buffer without changes over a directory. */
  private void startOver(Directory directory) {
    BufferInterval[] intervals = new BufferInterval[directory.intervals()];
    for (int i = 0; i < intervals.length; i++) {
      intervals[i] = new BufferInterval(directory.start(i), IntervalState.NOTHING);
    }
    frozenFrom = -1;
    partition = Partition.of(directory, intervals);
    bufferBytes = 0;
    changes = 0;
    for (BufferInterval interval : intervals) {
      bufferBytes += interval.bytes();
    }
    pages.retire(directory, List.of());
  }

  Partition partition() {
    return partition;
  }

  long entries() {
    return entries;
  }

  /** Returns the number of the newest commit applied. */
  long newest() {
    return newest;
  }

  /** Returns the changes in the buffer. */
  long changes() {
    return changes;
  }

  /** Returns the bytes of the write buffer, kept up with every change. */
  long bufferBytes() {
    return bufferBytes;
  }

  /**
   * Returns the bytes that the memory of the configuration is charged with, those of a running bite
   * included, without the pages to which what is free is lent.
   */
  long bytes() {
    return keptBytes() + bites.bytes();
  }

  /** Returns all bytes that are in use at the moment, those of pages that queries read included. */
  long usedBytes() {
    return bytes() + pages.bytes();
  }

  /** Returns the bytes charged with what the bite that runs, or comes next, will hold at most. */
  private long committedBytes() {
    return keptBytes() + bites.reservedBytes();
  }

  /** Returns the bytes of the buffer's changes, without those of intervals as such. */
  private long changedBytes() {
    return bufferBytes - (long) BufferInterval.OBJECT_BYTES * partition.buffers();
  }

  private long keptBytes() {
    return bufferBytes
        + partition.bytes()
        + partition.directory().bytes()
        + packer.bytes()
        + pages.tableBytes();
  }

  /** Returns the cache of pages that queries have read. */
  PageCache pages() {
    return pages;
  }

  /**
   * Lends the memory that is free to the cache of pages, and takes back what is not.
   *
   * @param reserved bytes that are needed before the next call
   */
  void lend(long reserved) {
    pages.lend(config.memory() - keptBytes() - bites.bytes() - reserved);
  }

  BiteMaker bites() {
    return bites;
  }

  // Changes

  @Override
  public void makeRoom(int words) {
    long room = Math.min(MOST_COMMIT_ROOM, config.memory() / COMMIT_ROOM_PART);
    long incoming = room + (long) Long.BYTES * words;
    long slack = Math.min(MOST_SLACK, (long) (config.slack() * config.memory()));
    if (isFrozen() && !bites.isRunning()) {
      bites.begin(frozenFrom, frozenTo); // found so when the store was opened
    }
    if (bites.isRunning()) {
      pace(words, incoming);
    } else if (changes > 0 && isShortOf(incoming + slack)) {
      bites.start();
    }
    while (changes > 0 && isShortOf(incoming)) {
      if (bites.isRunning()) {
        bites.step();
      } else {
        bites.start();
      }
    }
    lend(bites.isRunning() ? incoming + committedBytes() - bytes() : incoming);
  }

  /**
   * Does a step of the running bite for each change, or more, if its end before the memory is used
   * up asks for them: a bite that ends soon gives the memory that it holds back to the cache.
   */
  private void pace(int words, long incoming) {
    long free = Math.max(1, config.memory() - committedBytes() - incoming);
    long left = bites.stepsLeft();
    long asked = (left * Long.BYTES * words + free - 1) / free;
    long changed = 1 + words / Frames.POINT_WORDS;
    long due = Math.min(left, Math.max(asked, changed));
    for (long step = 0; step < due && bites.isRunning(); step++) {
      bites.step();
    }
  }

  /** Returns whether there is no room for some bytes, and more than what the buffer always has. */
  private boolean isShortOf(long incoming) {
    return committedBytes() + incoming > config.memory()
        && changedBytes() + incoming > config.memory() / LEAST_BUFFER_PART;
  }

  @Override
  public void preserve(long newestSnapshot) {
    newestLive = newestSnapshot;
  }

  @Override
  public void apply(long frame, long[] words, int length) {
    long added = 0;
    int at = 0;
    while (at < length) {
      boolean extent = words[at] >= Frames.EXTENT;
      int upper = extent ? at + 4 : at + 2;
      box[0] = Double.longBitsToDouble(words[at + 2]);
      box[1] = Double.longBitsToDouble(words[at + 3]);
      box[2] = Double.longBitsToDouble(words[upper]);
      box[3] = Double.longBitsToDouble(words[upper + 1]);
      long value = line.value(box[0], box[1], box[2], box[3]);
      boolean deletion = (words[at] & Frames.DELETION) != 0;
      int kind = Tail.ENTRY;
      if (deletion) {
        IntervalState state = partition.buffer(partition.find(value)).state();
        boolean buffered = lookup.entries(state, Long.MAX_VALUE, words[at + 1], box) > 0;
        kind = buffered ? Tail.BUFFERED_GONE : Tail.STORED_GONE;
      }
      append(frame, value, kind, words[at + 1]);
      added += deletion ? -1 : 1;
      at += Frames.changeWords(words, at);
    }
    entries += added;
    newest = frame;
  }

  /** Appends a change of the entry with an id and {@link #box}. */
  private void append(long frame, long value, int kind, long id) {
    boolean point = box[0] == box[2] && box[1] == box[3];
    int at = partition.find(value);
    Tail tail = partition.buffer(at).state().tail();
    if (!tail.hasRoom(frame, point)) {
      fold(at, frame, point);
      at = partition.find(value);
      tail = partition.buffer(at).state().tail();
    }
    partition.cover(at, box);
    tail.append(kind, frame, id, box[0], box[1], box[2], box[3]);
    changes++;
  }

  /** Packs an interval's tail, and splits the interval if it is large. */
  private void fold(int at, long frame, boolean point) {
    BufferInterval interval = partition.buffer(at);
    IntervalState state = interval.state();
    boolean boxes = state.tail().holdsBoxes() || !point;
    if (state.frozen() == 0
        && state.changes() > packer.splitAbove()
        && state.changes() > 2 * interval.splitTried()) {
      if (split(at, boxes, frame)) {
        return;
      }
      interval.setSplitTried(state.changes());
    }
    replace(interval, packer.fold(state), state.frozen(), boxes, frame);
  }

  private void replace(
      BufferInterval interval, Chunk[] chunks, int frozen, boolean boxes, long base) {
    IntervalState state = interval.state();
    long from = newest(state);
    int packed = 0;
    int behind = 0;
    for (int i = 0; i < chunks.length; i++) {
      packed += chunks[i].count();
      behind += i < frozen ? 0 : chunks[i].count();
    }
    Tail tail = new Tail(boxes, tailCapacity(behind), base);
    IntervalState next = new IntervalState(chunks, frozen, tail, from, kept(interval, state));
    bufferBytes += next.bytes() - state.bytes();
    changes += packed - state.changes();
    interval.set(next);
  }

  /**
   * Returns what snapshots need of the states of an interval, if there is memory to keep it, or
   * null.
   */
  private IntervalState kept(BufferInterval interval, IntervalState state) {
    if (newestLive == NO_SNAPSHOT) {
      return null;
    }
    if (state.from() > newestLive) {
      return state.previous(); // no snapshot sees this one
    }
    if (preservedBytes + state.bytes() > config.snapshotMemory()) {
      return null;
    }
    preservedBytes += state.bytes();
    preserved.add(interval);
    return state;
  }

  private static int tailCapacity(int packed) {
    return Math.max(LEAST_TAIL, Math.min(Packer.MOST_TAIL, packed / TAIL_PART));
  }

  private static long newest(IntervalState state) {
    return Math.max(state.from(), state.tail().newest());
  }

  /** Splits an interval of the buffer in the middle; false if all its changes have one value. */
  private boolean split(int at, boolean boxes, long base) {
    scratch.clear();
    packer.collect(partition.buffer(at).state(), scratch);
    int size = scratch.size();
    if (size < 2) {
      return false;
    }
    scratch.selectByKey(0, size, size / 2);
    long boundary = Long.MAX_VALUE;
    for (int i = size / 2; i < size; i++) {
      boundary = Math.min(boundary, scratch.key(i));
    }
    if (isLeast(boundary, size)) {
      boundary = leastAbove(boundary, size);
    }
    if (boundary == Long.MAX_VALUE) {
      return false;
    }
    splitCollected(at, boundary, boxes, base);
    return true;
  }

  private boolean isLeast(long key, int size) {
    for (int i = 0; i < size; i++) {
      if (scratch.key(i) < key) {
        return false;
      }
    }
    return true;
  }

  private long leastAbove(long key, int size) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < size; i++) {
      if (scratch.key(i) > key) {
        least = Math.min(least, scratch.key(i));
      }
    }
    return least;
  }

  /** Puts two intervals into the place of one whose changes are in {@link #scratch}. */
  private void splitCollected(int at, long boundary, boolean boxes, long base) {
    BufferInterval old = partition.buffer(at);
    int size = scratch.size();
    int left = 0;
    for (int i = 0; i < size; i++) {
      if (scratch.key(i) < boundary) {
        scratch.swap(i, left++);
      }
    }
    BufferInterval[] two = {
      interval(old, old.start(), packer.pack(scratch, 0, left), boxes, base),
      interval(old, boundary, packer.pack(scratch, left, size), boxes, base)
    };
    bufferBytes += two[0].bytes() + two[1].bytes() - old.bytes();
    changes += size - old.state().changes();
    partition = partition.withBuffers(partition.directory(), at, at + 1, two);
  }

  private static BufferInterval interval(
      BufferInterval old, long start, Chunk[] chunks, boolean boxes, long base) {
    int packed = 0;
    for (Chunk chunk : chunks) {
      packed += chunk.count();
    }
    Tail tail = new Tail(boxes, tailCapacity(packed), base);
    return new BufferInterval(start, new IntervalState(chunks, 0, tail, newest(old.state()), null));
  }

  /**
   * Freezes what the buffer holds of [lo, hi), whose ends are intervals': a bite is going to merge
   * it, while changes go on behind it.
   *
   * @param commit the newest one applied
   */
  void freeze(long lo, long hi, long commit) {
    for (int at = partition.firstFrom(lo); at < partition.firstFrom(hi); at++) {
      IntervalState state = partition.buffer(at).state();
      if (state.changes() > 0) {
        Chunk[] chunks = state.tail().count() > 0 ? packer.fold(state) : state.chunks();
        boolean boxes = state.tail().holdsBoxes();
        replace(partition.buffer(at), chunks, chunks.length, boxes, newest);
      }
    }
    frozenFrom = lo;
    frozenTo = hi;
    frozenAt = commit;
  }

  /** Returns whether a part of the buffer is frozen. */
  private boolean isFrozen() {
    return frozenFrom >= 0;
  }

  /** Returns the newest commit whose changes are frozen. */
  long frozenAt() {
    return frozenAt;
  }

  /** Makes a value a boundary between intervals of the buffer. */
  private void cutBuffer(long value) {
    if (value == Line.END) {
      return;
    }
    int at = partition.find(value);
    if (partition.start(at) == value) {
      return;
    }
    IntervalState state = partition.buffer(at).state();
    scratch.clear();
    packer.collect(state, scratch);
    splitCollected(at, value, state.tail().holdsBoxes(), newest);
  }

  /**
   * Puts other intervals and blocks into the place of those of [lo, hi), whose buffered changes are
   * in the new blocks.
   *
   * @param more entries to count more than so far: deletions among the changes that found none, or
   *     what a bulk load brought
   */
  void publish(long lo, long hi, Directory middle, long more) {
    Partition old = partition;
    int from = old.firstFrom(lo);
    int to = old.firstFrom(hi);
    List<BufferInterval> inside = new ArrayList<>();
    for (int i = 0; i < middle.intervals(); i++) {
      long end = i + 1 < middle.intervals() ? middle.start(i + 1) : hi;
      addBehindFrozen(middle.start(i), end, inside);
    }
    for (int i = from; i < to; i++) {
      BufferInterval gone = old.buffer(i);
      bufferBytes -= gone.bytes();
      changes -= gone.state().changes();
    }
    for (BufferInterval interval : inside) {
      bufferBytes += interval.bytes();
      changes += interval.state().changes();
    }
    frozenFrom = -1;
    Directory directory =
        old.directory().replace(lo, hi, middle).withSubBoxBytes(config.subBoxBytes());
    entries += more;
    List<Block> gone = new ArrayList<>();
    old.directory().visit(lo, hi, block -> gone.add(block.block()));
    partition = old.withBuffers(directory, from, to, inside.toArray(new BufferInterval[0]));
    pages.retire(directory, gone);
  }

  /**
   * Adds intervals of the buffer for [start, end): with what came behind frozen changes, and joined
   * while they are small.
   */
  private void addBehindFrozen(long start, long end, List<BufferInterval> into) {
    int last = partition.find(end - 1);
    long begin = start;
    boolean boxes = false;
    long newestChange = 0;
    scratch.clear();
    for (int at = partition.find(start); at <= last; at++) {
      IntervalState state = partition.buffer(at).state();
      int more = state.changes() - state.frozenChanges();
      if (more == 0) {
        continue;
      }
      if (scratch.size() > 0 && scratch.size() + more > packer.splitAbove() / 2) {
        into.add(behindFrozen(begin, boxes, newestChange));
        begin = partition.start(at);
        boxes = false;
        newestChange = 0;
        scratch.clear();
      }
      collectWithin(state, start, end);
      boxes |= state.tail().holdsBoxes();
      newestChange = Math.max(newestChange, newest(state));
    }
    into.add(behindFrozen(begin, boxes, newestChange));
  }

  /** Collects the changes behind frozen ones of values from one up to another. */
  private void collectWithin(IntervalState state, long start, long end) {
    int kept = scratch.size();
    int from = kept;
    packer.collect(state, scratch);
    for (int i = from; i < scratch.size(); i++) {
      if (scratch.key(i) >= start && scratch.key(i) < end) {
        scratch.copy(i, kept++);
      }
    }
    scratch.truncate(kept);
  }

  /** Returns an interval of the buffer with what is in {@link #scratch}. */
  private BufferInterval behindFrozen(long start, boolean boxes, long newestChange) {
    int size = scratch.size();
    if (size == 0) {
      return new BufferInterval(start, IntervalState.NOTHING);
    }
    Tail tail = new Tail(boxes, tailCapacity(size), newest);
    Chunk[] chunks = packer.pack(scratch, 0, size);
    return new BufferInterval(start, new IntervalState(chunks, 0, tail, newestChange, null));
  }

  // Snapshots

  @Override
  public Object capture(long commit) {
    return new View(partition, entries, commit);
  }

  @Override
  public void prune(long oldestLive) {
    if (preserved.isEmpty()) {
      return;
    }
    preservedBytes = 0;
    for (Iterator<BufferInterval> all = preserved.iterator(); all.hasNext(); ) {
      IntervalState state = all.next().state();
      if (!state.prune(oldestLive)) {
        all.remove();
      }
      for (IntervalState kept = state.previous(); kept != null; kept = kept.previous()) {
        preservedBytes += kept.bytes();
      }
    }
  }

  // Opening

  @Override
  public void restore(long frame, Kind kind, long[] words, int length) {
    switch (kind) {
      case CHECKPOINT:
        restoreCheckpoint(frame, words, length);
        break;
      case EDIT:
        restoreEdit(frame, words, length);
        break;
      default:
        Frames.requireChanges(frame, words, length);
        apply(frame, words, length);
        break;
    }
    started = true;
  }

  private void restoreCheckpoint(long frame, long[] words, int length) {
    long type = Frames.word(frame, words, length, 0);
    if (type == Frames.MANIFEST && !started) {
      entries = Frames.word(frame, words, length, 1);
      newest = Frames.word(frame, words, length, 2);
      Frames.requireLine(frame, words, length, 3, line);
      Directory directory =
          Frames.intervals(frame, words, length, Frames.MANIFEST_WORDS, 0).build();
      if (newest < 0 || newest >= frame || entries < 0) {
        throw Frames.damaged(frame, "impossible number of entries or commit");
      }
      requireGiantsApart(frame, directory);
      startOver(directory);
      restoreFrozen(frame, words, 3 + Frames.LINE_WORDS);
    } else if (type == Frames.BUFFER && started) {
      restoreBuffer(frame, words, length, false);
    } else if (type == Frames.FROZEN && started && isFrozen()) {
      restoreBuffer(frame, words, length, true);
    } else {
      throw Frames.damaged(frame, "a part of a checkpoint out of order");
    }
  }

  private static void requireGiantsApart(long frame, Directory directory) {
    if (directory.start(directory.find(Line.GIANTS)) != Line.GIANTS) {
      throw Frames.damaged(frame, "giants share an interval with other entries");
    }
  }

  /** Restores which part of the buffer is frozen. */
  private void restoreFrozen(long frame, long[] words, int at) {
    if (words[at] == -1) {
      return;
    }
    frozenFrom = words[at];
    frozenTo = words[at + 1];
    frozenAt = words[at + 2];
    if (!partition.directory().canReplace(frozenFrom, frozenTo)
        || frozenAt < 0
        || frozenAt > newest) {
      throw Frames.damaged(frame, "an impossible part of the buffer is frozen");
    }
    cutBuffer(frozenFrom);
    cutBuffer(frozenTo);
  }

  private void restoreBuffer(long frame, long[] words, int length, boolean frozen) {
    long start = Frames.word(frame, words, length, 1);
    if (start < 0 || start >= Line.END) {
      throw Frames.damaged(frame, "an interval out of the line");
    }
    long end = Frames.word(frame, words, length, 2);
    if (end <= start || end > Line.END) {
      throw Frames.damaged(frame, "an interval that ends out of the line");
    }
    cutBuffer(start);
    cutBuffer(end);
    int at = partition.find(start);
    BufferInterval old = partition.buffer(at);
    boolean known = old.state().changes() > (frozen ? 0 : old.state().frozenChanges());
    if (partition.end(at) != end || known || frozen && (start < frozenFrom || end > frozenTo)) {
      throw Frames.damaged(frame, "an interval twice, or one across another's end");
    }
    boolean boxes = readChanges(frame, words, length, start, end);
    Chunk[] first = old.state().chunks();
    Chunk[] more = packer.pack(scratch, 0, scratch.size());
    Chunk[] chunks = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, chunks, first.length, more.length);
    Tail tail = new Tail(boxes, tailCapacity(frozen ? 0 : scratch.size()), newest);
    int frozenChunks = frozen ? chunks.length : first.length;
    IntervalState state = new IntervalState(chunks, frozenChunks, tail, newest, null);
    bufferBytes += state.bytes() - old.state().bytes();
    changes += scratch.size();
    old.set(state);
    partition.coverAll(at);
  }

  /** Reads the changes of an interval; returns whether there are rectangles among them. */
  private boolean readChanges(long frame, long[] words, int length, long start, long end) {
    scratch.clear();
    Frames.readChunks(frame, words, length, 3, new PackedPage("log"), scratch);
    Frames.setKeys(frame, line, scratch);
    boolean boxes = false;
    for (int i = 0; i < scratch.size(); i++) {
      if (scratch.key(i) < start || scratch.key(i) >= end) {
        throw Frames.damaged(frame, "a change out of its interval");
      }
      boxes |= scratch.minX(i) < scratch.maxX(i) || scratch.minY(i) < scratch.maxY(i);
    }
    return boxes;
  }

  private void restoreEdit(long frame, long[] words, int length) {
    long lo = Frames.word(frame, words, length, 0);
    long hi = Frames.word(frame, words, length, 1);
    long commit = Frames.word(frame, words, length, 2);
    if (!partition.directory().canReplace(lo, hi)) {
      throw Frames.damaged(frame, "an edit of an impossible interval");
    }
    if (length == Frames.FREEZE_WORDS) {
      restoreFreeze(frame, lo, hi, commit);
      return;
    }
    requireFrozen(frame, lo, hi, commit);
    long more = Frames.word(frame, words, length, 3);
    Frames.requireLine(frame, words, length, 4, line);
    int intervals = 4 + Frames.LINE_WORDS;
    Directory middle = Frames.intervals(frame, words, length, intervals, lo).build();
    if (middle.start(middle.intervals() - 1) >= hi || more < 0) {
      throw Frames.damaged(frame, "an interval beyond the edit's");
    }
    if (lo < Line.GIANTS && hi > Line.GIANTS) {
      requireGiantsApart(frame, middle);
    }
    cutBuffer(lo);
    cutBuffer(hi);
    publish(lo, hi, middle, more);
  }

  /** Refuses an edit of anything else than what is frozen, or than a buffer without changes. */
  private void requireFrozen(long frame, long lo, long hi, long commit) {
    if (isFrozen() && (lo != frozenFrom || hi != frozenTo || commit != frozenAt)) {
      throw Frames.damaged(frame, "an edit of another interval than the one that is frozen");
    }
    if (!isFrozen() && changes > 0) {
      throw Frames.damaged(frame, "an edit of changes that are not frozen");
    }
  }

  private void restoreFreeze(long frame, long lo, long hi, long commit) {
    if (isFrozen() || commit != newest) {
      throw Frames.damaged(frame, "two intervals are frozen, or one at another commit");
    }
    cutBuffer(lo);
    cutBuffer(hi);
    freeze(lo, hi, commit);
  }

  @Override
  public void visitBlocks(Consumer<Block> visitor) {
    Directory directory = partition.directory();
    for (int i = 0; i < directory.blocks(); i++) {
      visitor.accept(directory.block(i).block());
    }
  }

  @Override
  public void opened(long lastFrame) {
    Partition unread = partition;
    Directory directory = unread.directory();
    if (directory.blocks() > 0) {
      BlockFences[] fences = readFences(directory);
      Directory.Builder builder = new Directory.Builder();
      for (int i = 0; i < directory.intervals(); i++) {
        builder.interval(directory.start(i));
        for (int b = directory.firstBlock(i); b < directory.firstBlock(i + 1); b++) {
          StoredBlock block = directory.block(b);
          requireSame(block, fences[b], directory.start(i), directory.end(i));
          builder.block(new StoredBlock(block.block(), block.entries(), fences[b]));
        }
      }
      Directory read = builder.build().withSubBoxBytes(config.subBoxBytes());
      partition = unread.withBuffers(read, 0, 0, new BufferInterval[0]);
      pages.retire(partition.directory(), List.of());
    }
    lend(0);
  }

  private void requireSame(StoredBlock block, BlockFences fences, long start, long end) {
    boolean same =
        fences.count() == block.entries()
            && fences.lowKey() == start
            && fences.highKey() == end
            && fences.pages() + fences.residualPages() + 1 == block.block().pages();
    if (!same) {
      throw new DamagedStoreException(
          "blocks",
          "block " + block.block().number() + ", footer",
          "does not agree with the log about its entries");
    }
  }

  private BlockFences[] readFences(Directory directory) {
    BlockFences[] fences = new BlockFences[directory.blocks()];
    PageRequests footers = new PageRequests();
    long pages = 0; // of entries, or of residual bits
    for (int i = 0; i < fences.length; i++) {
      Block block = directory.block(i).block();
      footers.add(block, block.pages() - 1);
      pages += block.pages() - 1;
    }
    int subBoxes = config.subBoxesOf(pages);
    byte[][] frames = new byte[fences.length][];
    store.read(
        footers,
        new PageSink() {
          @Override
          public byte[] frame(int index) {
            frames[index] = new byte[store.pageSize()];
            return frames[index];
          }

          @Override
          public void loaded(int index) {
            fences[index] =
                BlockFences.read(
                    frames[index],
                    ComponentStore.ENVELOPE_BYTES,
                    store.pageSize(),
                    subBoxes,
                    "blocks",
                    footers.block(index).number());
            frames[index] = null;
          }
        });
    return fences;
  }

  // Checkpoints

  @Override
  public long unflushedBytes() {
    return bufferBytes + 8L * partition.directory().blocks() * (Block.WORDS + 3);
  }

  @Override
  public void flush() {
    if (isFrozen() && !bites.isRunning()) {
      bites.begin(frozenFrom, frozenTo);
    }
    bites.finish();
    while (changes > 0) {
      bites.start();
      bites.finish();
    }
    lend(0);
  }

  @Override
  public void checkpoint(CheckpointSink sink) {
    Frames frames = new Frames();
    frames.add(Frames.MANIFEST).add(entries).add(newest).addLine(line);
    frames.add(frozenFrom).add(isFrozen() ? frozenTo : 0).add(isFrozen() ? frozenAt : 0);
    frames.addIntervals(partition.directory());
    sink.append(frames.words(), frames.length());
    for (int i = 0; i < partition.buffers(); i++) {
      IntervalState state = partition.buffer(i).state();
      scratch.clear();
      packer.collectFrozen(state, scratch);
      appendChanges(frames, Frames.FROZEN, i, sink);
      scratch.clear();
      packer.collect(state, scratch);
      appendChanges(frames, Frames.BUFFER, i, sink);
    }
  }

  /** Appends a frame with the changes in {@link #scratch}, if there are any. */
  private void appendChanges(Frames frames, int type, int at, CheckpointSink sink) {
    if (scratch.size() > 0) {
      frames.clear().add(type).add(partition.start(at)).add(partition.end(at));
      frames.addChunks(packer.pack(scratch, 0, scratch.size()));
      sink.append(frames.words(), frames.length());
    }
  }

  @Override
  public void close() {
    bites.close();
    pages.lend(0);
    startOver(Directory.empty());
  }
}
