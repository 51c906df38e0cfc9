package org.flashgrove.core.component.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;

/**
 * A map of numbers that stands in blocks: its keys are cut into intervals, each with one block or
 * none, and a buffer takes what was changed since. When the buffer is full, some neighbouring
 * intervals are merged with their part of it. What a snapshot sees is immutable and copied at each
 * change: this is for maps of a few hundred keys.
 *
 * <p>A block has pages of {count, count times {key, value}}, in order, and a last page of {number
 * of the other pages, their checksums}.
 */
public final class MergingMap implements ComponentIndex {
  /** Words of a change: {@link #PUT} or {@link #REMOVE}, key, value. */
  public static final int CHANGE_WORDS = 3;

  private static final long PUT = 1;
  private static final long REMOVE = 2;
  private static final int ENTRY_BYTES = 2 * Long.BYTES;
  private static final int INTERVAL_WORDS = 1 + Block.WORDS;
  private static final int MOST_MERGED = 3;

  private final ComponentStore store;
  private final int mostBuffered;
  private final int entriesPerPage;
  private final int entriesPerBlock;
  private volatile State state = new State(List.of(new Interval(Long.MIN_VALUE, null)), Map.of());
  private long lastFrame;
  private int merges;
  private long lastPreserved = Long.MIN_VALUE;
  private long lastPruned = Long.MIN_VALUE;

  /** Keys from one on, up to the next interval's, and the block they are in, or null. */
  private record Interval(long from, Block block) {}

  /** What the buffer says of a key since a frame; null: removed. */
  private record Change(Long value, long frame) {}

  private record State(List<Interval> intervals, Map<Long, Change> buffer) {}

  /**
   * A map over a store that is not opened yet.
   *
   * @param mostBuffered changed keys above which intervals are merged
   */
  public MergingMap(ComponentStore store, int mostBuffered) {
    this.store = store;
    this.mostBuffered = mostBuffered;
    entriesPerPage = (store.contentSize() - Long.BYTES) / ENTRY_BYTES;
    int mostChecksums = (store.contentSize() - Long.BYTES) / Long.BYTES;
    entriesPerBlock = entriesPerPage * Math.min(store.blockPages() - 1, mostChecksums);
    store.attach(this);
  }

  // What users do

  /** Puts a value at a key, as one commit. */
  public void put(long key, long value) {
    try (ComponentOperation operation = store.begin()) {
      stagePut(operation, key, value);
      operation.commit();
    }
  }

  /** Removes a key, as one commit. */
  public void remove(long key) {
    try (ComponentOperation operation = store.begin()) {
      stageRemove(operation, key);
      operation.commit();
    }
  }

  /** Stages a {@link #put}. */
  public static void stagePut(ComponentOperation operation, long key, long value) {
    operation.stage(new long[] {PUT, key, value}, CHANGE_WORDS);
  }

  /** Stages a {@link #remove}. */
  public static void stageRemove(ComponentOperation operation, long key) {
    operation.stage(new long[] {REMOVE, key, 0}, CHANGE_WORDS);
  }

  /** All keys and values, as the newest commit left them. */
  public SortedMap<Long, Long> content() {
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return content(snapshot);
    }
  }

  /** All keys and values, as a snapshot sees them. */
  public SortedMap<Long, Long> content(ComponentSnapshot snapshot) {
    State seen = (State) snapshot.state();
    return merged(seen, 0, seen.intervals().size());
  }

  /** The value of a key, or null. */
  public Long get(long key) {
    try (ComponentSnapshot snapshot = store.snapshot()) {
      State seen = (State) snapshot.state();
      Change change = seen.buffer().get(key);
      if (change != null) {
        return change.value();
      }
      Block block = seen.intervals().get(intervalOf(seen.intervals(), key)).block();
      TreeMap<Long, Long> into = new TreeMap<>();
      read(block == null ? List.of() : List.of(block), into);
      return into.get(key);
    }
  }

  /** Merges some intervals, between commits. */
  public void merge() {
    store.maintain(this::mergeSome);
  }

  /** Number of merges since the map was made. */
  public int merges() {
    return merges;
  }

  /** Number of blocks that count. */
  public int blocks() {
    return (int) state.intervals().stream().filter(known -> known.block() != null).count();
  }

  /** Newest commit that snapshots looked at, as the last call of {@link #preserve} said. */
  public long lastPreserved() {
    return lastPreserved;
  }

  /** Oldest commit that snapshots looked at, as the last call of {@link #prune} said. */
  public long lastPruned() {
    return lastPruned;
  }

  /** What is wrong with blocks and intervals, or with the buffer. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    try (ComponentSnapshot snapshot = store.snapshot()) {
      State seen = (State) snapshot.state();
      List<Interval> intervals = seen.intervals();
      for (int i = 0; i < intervals.size(); i++) {
        Interval interval = intervals.get(i);
        if (i > 0 && interval.from() <= intervals.get(i - 1).from()) {
          problems.add("interval " + i + " is out of order");
        }
        if (interval.block() != null) {
          TreeMap<Long, Long> into = new TreeMap<>();
          read(List.of(interval.block()), into);
          boolean behind =
              i + 1 < intervals.size() && into.lastKey() >= intervals.get(i + 1).from();
          if (into.firstKey() < interval.from() || behind) {
            problems.add("a key of interval " + i + " lies outside");
          }
        }
      }
      for (Change change : seen.buffer().values()) {
        if (change.frame() > snapshot.commit()) {
          problems.add("a change of frame " + change.frame() + " is seen too early");
        }
      }
    }
    return problems;
  }

  // What the store calls

  @Override
  public void restore(long frame, Kind kind, long[] words, int length) {
    switch (kind) {
      case CHECKPOINT_IMAGE:
        restoreCheckpointImage(frame, words, length);
        break;
      case EDIT:
        restoreEdit(frame, words, length);
        break;
      default:
        state = changed(frame, words, length);
    }
    if (frame <= lastFrame) {
      throw new IllegalStateException("frame " + frame + " after " + lastFrame);
    }
    lastFrame = frame;
  }

  @Override
  public void visitBlocks(Consumer<Block> visitor) {
    for (Interval interval : state.intervals()) {
      if (interval.block() != null) {
        visitor.accept(interval.block());
      }
    }
  }

  @Override
  public void opened(long frame) {
    lastFrame = frame;
    // the last pages of all blocks, as an index reads them that keeps some of it in memory
    for (Interval interval : state.intervals()) {
      if (interval.block() != null) {
        read(List.of(interval.block()), new TreeMap<>());
      }
    }
  }

  @Override
  public void makeRoom(int words, long[] next) {
    if (state.buffer().size() + words / CHANGE_WORDS > mostBuffered) {
      mergeSome();
    }
  }

  @Override
  public void preserve(long newestLive) {
    lastPreserved = newestLive;
  }

  @Override
  public void apply(long frame, long[] words, int length) {
    state = changed(frame, words, length);
    lastFrame = frame;
  }

  @Override
  public Object capture(long commit) {
    return state;
  }

  @Override
  public void prune(long oldestLive) {
    lastPruned = oldestLive;
  }

  @Override
  public long unflushedBytes() {
    return 8L * (4L * state.buffer().size() + INTERVAL_WORDS * state.intervals().size());
  }

  @Override
  public void flush() {
    while (!state.buffer().isEmpty()) {
      mergeSome();
    }
  }

  /** One frame for the intervals, one for the buffer. */
  @Override
  public void checkpointImage(CheckpointImageSink sink) {
    State now = state;
    long[] words = new long[1 + INTERVAL_WORDS * now.intervals().size()];
    words[0] = now.intervals().size();
    writeIntervals(now.intervals(), words, 1);
    sink.append(words, words.length);
    long[] changes = new long[1 + 4 * now.buffer().size()];
    changes[0] = -1;
    int at = 1;
    for (Map.Entry<Long, Change> entry : now.buffer().entrySet()) {
      Change change = entry.getValue();
      changes[at] = change.value() == null ? REMOVE : PUT;
      changes[at + 1] = entry.getKey();
      changes[at + 2] = change.value() == null ? 0 : change.value();
      changes[at + 3] = change.frame();
      at += 4;
    }
    sink.append(changes, changes.length);
  }

  @Override
  public void close() {
    // memory goes with this object
  }

  // Words

  private State changed(long frame, long[] words, int length) {
    TreeMap<Long, Change> buffer = new TreeMap<>(state.buffer());
    if (length % CHANGE_WORDS != 0) {
      throw damaged(frame, "half a change");
    }
    for (int at = 0; at < length; at += CHANGE_WORDS) {
      if (words[at] != PUT && words[at] != REMOVE) {
        throw damaged(frame, "a change of kind " + words[at]);
      }
      buffer.put(words[at + 1], new Change(words[at] == PUT ? words[at + 2] : null, frame));
    }
    return new State(state.intervals(), Collections.unmodifiableMap(buffer));
  }

  private void restoreCheckpointImage(long frame, long[] words, int length) {
    long count = length < 1 ? -2 : words[0];
    if (count >= 1 && length == 1 + INTERVAL_WORDS * count) {
      List<Interval> intervals = readIntervals(frame, words, length, 1, (int) count);
      state = new State(intervals, state.buffer());
    } else if (count == -1 && length % 4 == 1) {
      TreeMap<Long, Change> buffer = new TreeMap<>();
      for (int at = 1; at < length; at += 4) {
        Long value = words[at] == PUT ? words[at + 2] : null;
        buffer.put(words[at + 1], new Change(value, words[at + 3]));
      }
      state = new State(state.intervals(), Collections.unmodifiableMap(buffer));
    } else {
      throw damaged(frame, "impossible checkpoint image");
    }
  }

  /** Words of an edit: newest frame merged, first interval, intervals before, then those after. */
  private void restoreEdit(long frame, long[] words, int length) {
    long count = length < 3 ? -1 : (length - 3) / INTERVAL_WORDS;
    List<Interval> known = state.intervals();
    boolean possible =
        count >= 1
            && length == 3 + INTERVAL_WORDS * count
            && words[1] >= 0
            && words[2] >= 1
            && words[1] <= known.size() - words[2];
    if (!possible) {
      throw damaged(frame, "impossible edit");
    }
    List<Interval> added = readIntervals(frame, words, length, 3, (int) count);
    state = edited(state, words[0], (int) words[1], (int) words[2], added);
  }

  private static State edited(State before, long merged, int from, int gone, List<Interval> added) {
    List<Interval> intervals = new ArrayList<>(before.intervals().subList(0, from));
    intervals.addAll(added);
    intervals.addAll(before.intervals().subList(from + gone, before.intervals().size()));
    TreeMap<Long, Change> buffer = new TreeMap<>(before.buffer());
    between(buffer, before.intervals(), from, from + gone)
        .values()
        .removeIf(change -> change.frame() <= merged);
    return new State(List.copyOf(intervals), Collections.unmodifiableMap(buffer));
  }

  private static void writeIntervals(List<Interval> intervals, long[] words, int from) {
    int at = from;
    for (Interval interval : intervals) {
      words[at] = interval.from();
      if (interval.block() != null) {
        interval.block().write(words, at + 1);
      }
      at += INTERVAL_WORDS;
    }
  }

  private List<Interval> readIntervals(long frame, long[] words, int length, int from, int count) {
    List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int at = from + i * INTERVAL_WORDS;
      boolean empty = words[at + 2] == 0; // no block has sequence 0
      intervals.add(
          new Interval(words[at], empty ? null : Block.read(frame, words, length, at + 1)));
    }
    return List.copyOf(intervals);
  }

  private static DamagedStoreException damaged(long frame, String cause) {
    return new DamagedStoreException("log", "frame " + frame, cause);
  }

  // Blocks

  private static int intervalOf(List<Interval> intervals, long key) {
    int at = intervals.size() - 1;
    while (intervals.get(at).from() > key) {
      at--;
    }
    return at;
  }

  /** The part of the buffer that lies in some intervals. */
  private static SortedMap<Long, Change> between(
      TreeMap<Long, Change> buffer, List<Interval> intervals, int from, int to) {
    long first = intervals.get(from).from();
    return to < intervals.size()
        ? buffer.subMap(first, intervals.get(to).from())
        : buffer.tailMap(first);
  }

  /** Merges the interval with most keys in the buffer, and up to two behind it. */
  private void mergeSome() {
    State now = state;
    int[] buffered = new int[now.intervals().size()];
    for (long key : now.buffer().keySet()) {
      buffered[intervalOf(now.intervals(), key)]++;
    }
    int from = greatest(buffered);
    int gone = Math.min(1 + merges % MOST_MERGED, now.intervals().size() - from);
    List<Map.Entry<Long, Long>> entries =
        new ArrayList<>(merged(now, from, from + gone).entrySet());
    List<Interval> added = new ArrayList<>();
    int blocks = (entries.size() + entriesPerBlock - 1) / entriesPerBlock;
    for (int i = 0; i < blocks; i++) {
      int first = (int) ((long) entries.size() * i / blocks);
      int end = (int) ((long) entries.size() * (i + 1) / blocks);
      long least = i == 0 ? now.intervals().get(from).from() : entries.get(first).getKey();
      added.add(new Interval(least, write(entries.subList(first, end))));
    }
    if (blocks == 0) {
      added.add(new Interval(now.intervals().get(from).from(), null));
    }
    long[] words = new long[3 + INTERVAL_WORDS * added.size()];
    words[0] = lastFrame;
    words[1] = from;
    words[2] = gone;
    writeIntervals(added, words, 3);
    store.edit(
        words,
        words.length,
        blocksOf(added),
        blocksOf(now.intervals().subList(from, from + gone)),
        () -> state = edited(now, words[0], from, gone, added));
    merges++;
  }

  private static int greatest(int[] numbers) {
    int at = 0;
    for (int i = 1; i < numbers.length; i++) {
      at = numbers[i] > numbers[at] ? i : at;
    }
    return at;
  }

  private static Block[] blocksOf(List<Interval> intervals) {
    return intervals.stream()
        .map(Interval::block)
        .filter(block -> block != null)
        .toArray(Block[]::new);
  }

  private SortedMap<Long, Long> merged(State seen, int from, int to) {
    TreeMap<Long, Long> content = new TreeMap<>();
    read(List.of(blocksOf(seen.intervals().subList(from, to))), content);
    between(new TreeMap<>(seen.buffer()), seen.intervals(), from, to)
        .forEach(
            (key, change) -> {
              if (change.value() == null) {
                content.remove(key);
              } else {
                content.put(key, change.value());
              }
            });
    return content;
  }

  private Block write(List<Map.Entry<Long, Long>> entries) {
    try (BlockWriter writer = store.newBlock()) {
      byte[] page = new byte[store.pageSize()];
      List<Long> checksums = new ArrayList<>();
      for (int first = 0; first < entries.size(); first += entriesPerPage) {
        int count = Math.min(entriesPerPage, entries.size() - first);
        Arrays.fill(page, (byte) 0x5A);
        PageWords.set(page, 0, count);
        for (int i = 0; i < count; i++) {
          PageWords.set(page, 1 + 2 * i, entries.get(first + i).getKey());
          PageWords.set(page, 2 + 2 * i, entries.get(first + i).getValue());
        }
        writer.append(page);
        checksums.add((long) PageWords.checksum(page));
      }
      PageWords.set(page, 0, checksums.size());
      for (int i = 0; i < checksums.size(); i++) {
        PageWords.set(page, 1 + i, checksums.get(i));
      }
      writer.append(page);
      return writer.seal();
    }
  }

  /** Reads all pages of blocks in one batch. */
  private void read(List<Block> blocks, TreeMap<Long, Long> into) {
    PageRequests requests = new PageRequests();
    for (Block block : blocks) {
      for (int page = 0; page < block.pages(); page++) {
        requests.add(block, page);
      }
    }
    byte[][] pages = new byte[requests.count()][];
    store.read(
        requests,
        new PageSink() {
          @Override
          public byte[] frame(int index) {
            pages[index] = new byte[store.pageSize()];
            return pages[index];
          }

          @Override
          public void loaded(int index) {
            take(requests.block(index), requests.page(index), pages[index], into);
          }
        });
    requireBound(requests, pages);
  }

  private void take(Block block, int page, byte[] bytes, TreeMap<Long, Long> into) {
    long count = PageWords.get(bytes, 0);
    boolean isLast = page == block.pages() - 1;
    if (count < 1 || count > (isLast ? block.pages() : entriesPerPage)) {
      throw new DamagedStoreException("map", block + ", page " + page, count + " entries");
    }
    for (int i = 0; !isLast && i < count; i++) {
      if (into.put(PageWords.get(bytes, 1 + 2 * i), PageWords.get(bytes, 2 + 2 * i)) != null) {
        throw new DamagedStoreException("map", block + ", page " + page, "a key comes twice");
      }
    }
  }

  /** The last page of a block names the checksums of the others. */
  private void requireBound(PageRequests requests, byte[][] pages) {
    for (int i = 0; i < pages.length; i++) {
      int others = requests.block(i).pages() - 1;
      byte[] last = pages[i + others - requests.page(i)];
      int page = requests.page(i);
      if (page < others && PageWords.get(last, 1 + page) != PageWords.checksum(pages[i])) {
        throw new DamagedStoreException(
            "map", requests.block(i) + ", page " + page, "the last page names another one");
      }
    }
  }
}
