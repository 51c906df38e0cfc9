package org.flashgrove.indexes.grove;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.component.BoxGroups;
import org.flashgrove.indexes.component.DomainSample;
import org.flashgrove.indexes.component.SalvagedIndex;
import org.flashgrove.indexes.component.StoredBlock;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedPage;

/**
 * Finds the entries of a grove whose store is damaged, from the frames of its log that are left and
 * the blocks that are found.
 *
 * <p>If no frame is missing, and each block that the log names is there, though perhaps not all of
 * its pages, then these blocks and the changes of the log are the grove, and every entry of a page
 * that can be read is as the newest commit left it. Otherwise each entry is uncertain: at each
 * place of the line the newest block counts of all that were found by their footers, and the
 * changes of frames that are left come on top. Of a block that the log does not name it is not
 * known which changes it holds: what was inserted there counts unless the block has it, what was
 * deleted stays.
 *
 * <p>Memory: the changes of the log, and the footers.
 */
public final class SalvagedGrove implements SalvagedIndex {
  private static final int AT_FORM = ComponentStore.ENVELOPE_BYTES + 6;
  private static final int RESIDUAL = 2;

  private final Line line;
  private final Consumer<String> losses;
  private final PackedPage page = new PackedPage("blocks");
  private final EntryColumns scratch = new EntryColumns(64);

  /** Blocks that were found, by number. */
  private final Map<Long, Found> found = new HashMap<>();

  /** Blocks that the log says count, by number. */
  private final Map<Long, Named> named = new TreeMap<>();

  /** Changes of the log that are in no block that it names, by their values of the line. */
  private final NavigableMap<Long, Map<Entry, Change>> changes = new TreeMap<>();

  /**
   * Those before a merge that has begun, in its interval: in blocks when it has come to its end.
   */
  private final NavigableMap<Long, Map<Entry, Change>> frozen = new TreeMap<>();

  /** Words of changes by their frames, while it is not known whether a merge had begun before. */
  private final Map<Long, long[]> recent = new TreeMap<>();

  private boolean knowsFreeze;

  private boolean isStartKnown;
  private boolean isCounted;
  private long entries;

  /** An entry. */
  private record Entry(long id, double minX, double minY, double maxX, double maxY) {}

  /** What changes of the log did to equal entries: how many came, and how many of blocks went. */
  private static final class Change {
    private int added;
    private int removed;
  }

  /** A block that the log names: in [lo, hi) of the line, with a number of entries. */
  private record Named(Block block, long lo, long hi, int entries) {}

  /** A block that was found, with the footer if that can be read. */
  private record Found(long number, long sequence, int pages, BlockFences fences) {}

  /**
   * A block whose entries count, but for those where a newer one does.
   *
   * @param count how many entries it should have; 0 if that is not known
   * @param isUpper whether it stands above lower blocks, which it does not replace, and
   * @param goesOn whether the next one is another part of it
   */
  private record Source(
      long number,
      long sequence,
      int contentPages,
      long lo,
      long hi,
      int count,
      boolean isNamed,
      boolean isUpper,
      boolean goesOn) {
    boolean isSameInterval(Source other) {
      return other.lo == lo && other.hi == hi;
    }

    /** Returns whether this block counts in the place of another, where both stand. */
    boolean replaces(Source other) {
      return sequence > other.sequence && (!isUpper || other.isUpper);
    }
  }

  /**
   * Creates the salvage of a grove.
   *
   * @param config what the grove was created with
   * @param losses receives a line for each loss
   */
  public SalvagedGrove(GroveConfig config, Consumer<String> losses) {
    line = config.line();
    this.losses = losses;
    isCounted = !config.blind();
  }

  // What there is

  @Override
  public void frame(long frame, ComponentIndex.Kind kind, long[] content, int length) {
    switch (kind) {
      case CHECKPOINT:
        checkpoint(frame, content, length);
        break;
      case EDIT:
        edit(frame, content, length);
        break;
      default:
        Frames.requireChanges(frame, content, length);
        if (!knowsFreeze && !isStartKnown) {
          recent.put(frame, Arrays.copyOf(content, length));
        }
        for (int at = 0; at < length; at += Frames.changeWords(content, at)) {
          change(content, at);
        }
    }
  }

  private void checkpoint(long frame, long[] content, int length) {
    if (Frames.word(frame, content, length, 0) == Frames.MANIFEST) {
      takeLine(Frames.line(frame, content, length, 3, line));
      Directory directory =
          Frames.intervals(frame, content, length, Frames.MANIFEST_WORDS, 0).build();
      isStartKnown = true;
      entries = content[1];
      named.clear();
      changes.clear();
      frozen.clear();
      name(directory);
      return;
    }
    scratch.clear();
    Frames.readChunks(frame, content, length, 3, page, scratch);
    Frames.setKeys(frame, line, scratch);
    boolean isFrozen = Frames.word(frame, content, length, 0) == Frames.FROZEN;
    for (int i = 0; i < scratch.size(); i++) {
      Change change = changeOf(isFrozen ? frozen : changes, scratch.key(i), entry(i));
      if (scratch.isDeletion(i)) {
        change.removed++;
      } else {
        change.added++;
      }
    }
  }

  /** Gives the line its domain, if it has none, and the changes so far their places on it. */
  private void takeLine(double[] found) {
    if (line.isKnown() || found[Line.PARTS - 1] == 0) {
      return;
    }
    line.define(found);
    List<Map<Long, Map<Entry, Change>>> all = List.of(changes, frozen);
    for (Map<Long, Map<Entry, Change>> of : all) {
      List<Map<Entry, Change>> before = List.copyOf(of.values());
      of.clear();
      for (Map<Entry, Change> equal : before) {
        equal.forEach((entry, change) -> atPlace(of, entry).put(entry, change));
      }
    }
  }

  private Map<Entry, Change> atPlace(Map<Long, Map<Entry, Change>> of, Entry entry) {
    long value = line.value(entry.minX, entry.minY, entry.maxX, entry.maxY);
    return of.computeIfAbsent(value, any -> new HashMap<>());
  }

  private void edit(long frame, long[] content, int length) {
    if (length == Frames.LINE_WORDS) {
      takeLine(Frames.line(frame, content, length, 0, line));
      return;
    }
    long lo = Frames.word(frame, content, length, 0);
    long hi = Frames.word(frame, content, length, 1);
    if (length == Frames.FREEZE_WORDS) {
      freeze(frame, lo, hi);
      return;
    }
    long commit = Frames.word(frame, content, length, 2);
    long more = Frames.word(frame, content, length, 3);
    takeLine(Frames.line(frame, content, length, 4, line));
    int intervals = 4 + Frames.LINE_WORDS;
    Directory middle = Frames.intervals(frame, content, length, intervals, lo).build();
    if (lo < 0
        || hi <= lo
        || hi > Line.END
        || more < 0
        || middle.start(middle.intervals() - 1) >= hi) {
      throw Frames.damaged(frame, "an edit of an impossible interval");
    }
    named.values().removeIf(block -> block.lo < hi && block.hi > lo);
    if (!knowsFreeze && !isStartKnown) {
      // The log's beginning is lost: what came behind the edit's commit is not in its blocks.
      changes.subMap(lo, hi).clear();
      recent.forEach((number, words) -> replay(number > commit, words, lo, hi));
    }
    recent.clear();
    knowsFreeze = true;
    frozen.subMap(lo, hi).clear();
    entries += more;
    name(middle, hi);
  }

  /** Takes the words of changes again, those of an interval. */
  private void replay(boolean counts, long[] words, long lo, long hi) {
    for (int at = 0; counts && at < words.length; at += Frames.changeWords(words, at)) {
      int upper = words[at] >= Frames.EXTENT ? at + 4 : at + 2;
      long value =
          line.value(
              Double.longBitsToDouble(words[at + 2]),
              Double.longBitsToDouble(words[at + 3]),
              Double.longBitsToDouble(words[upper]),
              Double.longBitsToDouble(words[upper + 1]));
      if (value >= lo && value < hi) {
        long before = entries;
        change(words, at);
        entries = before; // they are counted already
      }
    }
  }

  /** Notes that a merge of [lo, hi) has begun: changes that come then are not in its blocks. */
  private void freeze(long frame, long lo, long hi) {
    if (lo < 0 || hi <= lo || hi > Line.END) {
      throw Frames.damaged(frame, "an impossible interval is frozen");
    }
    thaw();
    recent.clear();
    knowsFreeze = true;
    Map<Long, Map<Entry, Change>> part = changes.subMap(lo, hi);
    frozen.putAll(part);
    part.clear();
  }

  /** Takes what is frozen for changes as others are: no merge has come to its end. */
  private void thaw() {
    frozen.forEach(
        (value, equal) ->
            equal.forEach(
                (entry, before) -> {
                  Change after = changeOf(changes, value, entry);
                  int cancelled = Math.min(before.added, after.removed);
                  after.removed += before.removed - cancelled;
                  after.added += before.added - cancelled;
                }));
    frozen.clear();
  }

  private void name(Directory directory) {
    name(directory, Line.END);
  }

  private void name(Directory directory, long end) {
    for (int i = 0; i < directory.intervals(); i++) {
      long hi = i + 1 < directory.intervals() ? directory.start(i + 1) : end;
      for (int b = directory.firstBlock(i); b < directory.firstBlock(i + 1); b++) {
        StoredBlock block = directory.block(b);
        named.put(
            block.block().number(),
            new Named(block.block(), directory.start(i), hi, block.entries()));
      }
    }
  }

  private void change(long[] content, int at) {
    int upper = content[at] >= Frames.EXTENT ? at + 4 : at + 2;
    double minX = Double.longBitsToDouble(content[at + 2]) + 0.0;
    double minY = Double.longBitsToDouble(content[at + 3]) + 0.0;
    double maxX = Double.longBitsToDouble(content[upper]) + 0.0;
    double maxY = Double.longBitsToDouble(content[upper + 1]) + 0.0;
    Entry entry = new Entry(content[at + 1], minX, minY, maxX, maxY);
    Change change = changeOf(changes, line.value(minX, minY, maxX, maxY), entry);
    if ((content[at] & Frames.DELETION) == 0) {
      change.added++;
      entries++;
    } else {
      entries--;
      if (change.added > 0) {
        change.added--;
      } else {
        change.removed++;
      }
    }
  }

  private static Change changeOf(Map<Long, Map<Entry, Change>> of, long value, Entry entry) {
    return of.computeIfAbsent(value, any -> new HashMap<>())
        .computeIfAbsent(entry, any -> new Change());
  }

  private Entry entry(int i) {
    return new Entry(
        scratch.id(i), scratch.minX(i), scratch.minY(i), scratch.maxX(i), scratch.maxY(i));
  }

  @Override
  public void block(long number, long sequence, int pages, byte[] last) {
    BlockFences fences = null;
    try {
      int envelope = ComponentStore.ENVELOPE_BYTES;
      fences = BlockFences.read(last, envelope, last.length, 1, "blocks", number);
    } catch (DamagedStoreException e) {
      // some other page: the footer is lost
    }
    found.put(number, new Found(number, sequence, pages, fences));
  }

  @Override
  public boolean isStartKnown() {
    return isStartKnown;
  }

  @Override
  public long entries() {
    return isCounted ? entries : -1;
  }

  // What counts

  @Override
  public boolean agrees() {
    for (Named block : named.values()) {
      Found there = found.get(block.block.number());
      if (there != null && there.sequence > block.block.sequence()) {
        losses.accept(
            "block " + block.block.number() + ": written again since: the log is older than it");
        return false;
      }
    }
    return true;
  }

  @Override
  public long entries(boolean isLogWhole, Pages pages, EntrySink sink) {
    long[] count = {0};
    thaw();
    List<Source> sources = isLogWhole ? namedSources() : newestSources(pages);
    for (Source source : sources) {
      List<Source> newer = isLogWhole ? List.of() : newer(source, sources);
      if (!line.isKnown() && isCovered(source, newer)) {
        continue;
      }
      read(
          source,
          pages,
          (value, entry) -> {
            boolean counts =
                !line.isKnown() || newer.stream().noneMatch(at -> at.lo <= value && value < at.hi);
            if (counts && !isRemoved(source, value, entry)) {
              count[0]++;
              sink.entry(source.number, entry.id, entry.minX, entry.minY, entry.maxX, entry.maxY);
            }
          });
    }
    for (Map<Entry, Change> equal : changes.values()) {
      equal.forEach(
          (entry, change) -> {
            for (int i = 0; i < change.added; i++) {
              count[0]++;
              sink.entry(-1, entry.id, entry.minX, entry.minY, entry.maxX, entry.maxY);
            }
          });
    }
    return count[0];
  }

  private List<Source> namedSources() {
    List<Source> sources = new ArrayList<>();
    for (Named block : named.values()) {
      sources.add(
          new Source(
              block.block.number(),
              block.block.sequence(),
              block.block.pages() - 1,
              block.lo,
              block.hi,
              block.entries,
              true,
              false,
              false));
    }
    return sources;
  }

  /** Returns all blocks that were found, but those that another one of their interval replaced. */
  private List<Source> newestSources(Pages pages) {
    List<Source> sources = new ArrayList<>();
    for (Found block : found.values()) {
      Named name = named.get(block.number);
      boolean isNamed = name != null && name.block.sequence() == block.sequence;
      BlockFences fences = block.fences;
      if (fences != null) {
        sources.add(
            new Source(
                block.number,
                block.sequence,
                fences.pages() + fences.residualPages(),
                fences.lowKey(),
                fences.highKey(),
                fences.count(),
                isNamed,
                fences.isUpper(),
                fences.goesOn()));
      } else if (isNamed) {
        sources.add(
            new Source(
                block.number,
                block.sequence,
                name.block.pages() - 1,
                name.lo,
                name.hi,
                name.entries,
                true,
                false,
                false));
      } else {
        Source whole =
            new Source(
                block.number, block.sequence, block.pages, 0, Line.END, 0, false, false, false);
        long[] range = range(whole, pages);
        if (range[0] <= range[1]) {
          sources.add(
              new Source(
                  block.number,
                  block.sequence,
                  block.pages,
                  range[0],
                  range[1] + 1,
                  0,
                  false,
                  false,
                  false));
        }
      }
    }
    named.forEach(
        (number, block) -> {
          if (!found.containsKey(number)) {
            losses.accept("block " + number + ": " + block.entries + " entries");
          }
        });
    sources.sort(Comparator.comparingLong(Source::sequence).reversed());
    sources.removeIf(source -> isReplaced(source, sources, pages));
    return sources;
  }

  /**
   * Returns whether a newer block stands in the place of one. Blocks of one interval that one edit
   * wrote, one behind the other, go on with the value that the one before ends with: its entries
   * are too many for a block.
   */
  private boolean isReplaced(Source source, List<Source> newestFirst, Pages pages) {
    Source next = null;
    for (Source other : newestFirst) {
      if (other.replaces(source) && other.isSameInterval(source)) {
        next = other; // the one after it, in the end
      }
    }
    return next != null
        && (next.sequence != source.sequence + 1
            || !goesOn(source, next, pages)
            || isReplaced(next, newestFirst, pages));
  }

  /** Returns whether a block may go on with the value that the one before it ends with. */
  private boolean goesOn(Source source, Source next, Pages pages) {
    if (source.isUpper) {
      return source.goesOn;
    }
    return line.isKnown()
        ? range(source, pages)[1] == range(next, pages)[0]
        : isInOneCell(next, pages);
  }

  /**
   * Returns whether the entries of a block may have one value of a line that is not known, as those
   * of a block that goes on with a value do: cells of a domain that was chosen are small beside the
   * extent of the entries ({@link DomainSample}).
   */
  private boolean isInOneCell(Source source, Pages pages) {
    double[] all = BoxGroups.emptyBoxes(1);
    for (Found block : found.values()) {
      BlockFences in = block.fences;
      if (in != null) {
        BoxGroups.cover(all, 0, in.minX(), in.minY(), in.maxX(), in.maxY());
      }
    }
    double[] centres = BoxGroups.emptyBoxes(1);
    read(
        source,
        pages,
        (value, entry) -> {
          double x = entry.minX / 2 + entry.maxX / 2;
          double y = entry.minY / 2 + entry.maxY / 2;
          BoxGroups.cover(centres, 0, x, y, x, y);
        });
    double most = DomainSample.CELL_PART * Math.max(all[2] - all[0], all[3] - all[1]);
    return Math.max(centres[2] - centres[0], centres[3] - centres[1]) <= most;
  }

  /** Returns the least and the greatest value of the entries of a block. */
  private long[] range(Source source, Pages pages) {
    long[] range = {Long.MAX_VALUE, Long.MIN_VALUE};
    read(
        source,
        pages,
        (value, entry) -> {
          range[0] = Math.min(range[0], value);
          range[1] = Math.max(range[1], value);
        });
    return range;
  }

  /** Returns the blocks that are newer than one and overlap its interval. */
  private static List<Source> newer(Source source, List<Source> all) {
    return all.stream()
        .filter(other -> other.replaces(source) && !other.isSameInterval(source))
        .filter(other -> other.lo < source.hi && other.hi > source.lo)
        .toList();
  }

  /**
   * Returns whether newer blocks stand in all of a block's interval, as those of a bite that came
   * to its end do. Where the line is not known, which only the log says, nothing finer can be said.
   */
  private static boolean isCovered(Source source, List<Source> newer) {
    long to = source.lo;
    for (Source next : newer.stream().sorted(Comparator.comparingLong(Source::lo)).toList()) {
      to = next.lo <= to ? Math.max(to, next.hi) : to;
    }
    return to >= source.hi;
  }

  /** Takes one of the deletions of an entry, if it is known that the block does not hold it. */
  private boolean isRemoved(Source source, long value, Entry entry) {
    Map<Entry, Change> equal = source.isNamed ? changes.get(value) : null;
    Change change = equal == null ? null : equal.get(entry);
    if (change == null || change.removed == 0) {
      return false;
    }
    change.removed--;
    return true;
  }

  /** Receives an entry of a block with its value on the line. */
  @FunctionalInterface
  private interface Reader {
    void entry(long value, Entry entry);
  }

  private void read(Source source, Pages pages, Reader reader) {
    long read = 0;
    for (int i = 0; i < source.contentPages; i++) {
      byte[] bytes = pages.read(source.number, i, source.sequence);
      if (bytes == null || bytes[AT_FORM] == RESIDUAL) {
        continue; // counted below
      }
      try {
        scratch.clear();
        page.reset(bytes, ComponentStore.ENVELOPE_BYTES, bytes.length, source.number, i);
        if (attach(source, i, pages)) {
          page.appendTo(scratch);
          Frames.setKeys(0, line, scratch);
        }
      } catch (DamagedStoreException e) {
        scratch.clear();
        losses.accept(e.getMessage());
      }
      read += scratch.size();
      for (int at = 0; at < scratch.size(); at++) {
        reader.entry(scratch.key(at), entry(at));
      }
    }
    if (source.count > read) {
      losses.accept(
          "block "
              + source.number
              + ": "
              + (source.count - read)
              + " of "
              + source.count
              + " entries");
    }
  }

  /**
   * Attaches the residual pages of the page at hand, the next ones behind it; returns false if one
   * is lost, or a page that might be one.
   */
  private boolean attach(Source source, int index, Pages pages) {
    int at = index;
    for (int k = 0; k < page.residualPages(); k++) {
      byte[] bytes;
      do {
        at++;
        bytes = at < source.contentPages ? pages.read(source.number, at, source.sequence) : null;
        if (bytes == null) {
          return false;
        }
      } while (bytes[AT_FORM] != RESIDUAL);
      page.attach(k, bytes, ComponentStore.ENVELOPE_BYTES, bytes.length);
    }
    return true;
  }
}
