package org.flashgrove.salvage.grove;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.flashgrove.core.component.Block;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.curve.DomainSample;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.index.FoundBlocks;
import org.flashgrove.grove.index.SalvagedIndex.Pages;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.salvage.grove.SalvagedChanges.Entry;

/**
 * Blocks of a damaged grove: blocks that the log names, and blocks that were found in the file of
 * blocks. A block contains the entries of an interval of the space-filling curve. Decides which
 * blocks are current.
 */
final class SalvagedGroveBlocks {
  private final CurveOrder curve;
  private final Consumer<String> losses;
  private final FoundBlocks found;

  /** Blocks that are current according to the log, by block number. */
  private final Map<Long, Named> named = new TreeMap<>();

  SalvagedGroveBlocks(CurveOrder curve, Consumer<String> losses) {
    this.curve = curve;
    this.losses = losses;
    found = new FoundBlocks(losses);
  }

  /**
   * A block that the log names as current, with its interval [lo, hi) on the curve and its number
   * of entries.
   */
  private record Named(Block block, long lo, long hi, int entries) {}

  /**
   * A block from which entries are read, except where the interval of a newer block overlaps it.
   *
   * @param count number of entries that the block should have; 0 if unknown
   * @param isNamed whether the log names this content of the block
   * @param isUpper whether this is an upper block: it adds entries to the lower blocks of its
   *     interval
   * @param goesOn whether the next block continues this one, which had no room for all entries
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

    /** Returns whether {@code other} is ignored where the intervals of both blocks overlap. */
    boolean replaces(Source other) {
      return sequence > other.sequence && (!isUpper || other.isUpper);
    }
  }

  // Blocks that the log names or the file contains

  /** Replaces all current blocks by the blocks in the directory of a checkpoint image. */
  void nameAll(Directory directory) {
    named.clear();
    name(directory, CurveOrder.END);
  }

  /**
   * Replaces the current blocks of the interval [lo, hi) by the blocks of a directory in the log.
   *
   * @param middle lists the new blocks of the interval
   */
  void replace(long lo, long hi, Directory middle) {
    named.values().removeIf(block -> block.lo < hi && block.hi > lo);
    name(middle, hi);
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

  /** Returns the blocks that were found in the file. */
  FoundBlocks found() {
    return found;
  }

  /**
   * Returns whether the log is as new as the blocks. It is older if a block that it names contains
   * newer content than the log states.
   */
  boolean agree() {
    return found.agreeWith(named.values().stream().map(Named::block));
  }

  // Blocks and entries that are taken

  /**
   * Visits the entries of the blocks. The log may contain later changes of these entries.
   *
   * @param isLogWhole whether the log is complete, so that only the blocks that it names are used
   */
  void read(boolean isLogWhole, Pages pages, Visitor visitor) {
    List<Source> sources = isLogWhole ? namedSources() : newestSources(pages);
    for (Source source : sources) {
      List<Source> newer = isLogWhole ? List.of() : newer(source, sources);
      if (!curve.isKnown() && isCovered(source, newer)) {
        continue;
      }
      read(
          source,
          pages,
          (value, entry) -> {
            if (!curve.isKnown()
                || newer.stream().noneMatch(at -> at.lo <= value && value < at.hi)) {
              visitor.entry(source.number, source.isNamed, value, entry);
            }
          });
    }
  }

  private List<Source> namedSources() {
    List<Source> sources = new ArrayList<>();
    named.values().forEach(block -> sources.add(source(block)));
    return sources;
  }

  private static Source source(Named named) {
    Block block = named.block;
    return new Source(
        block.number(),
        block.sequence(),
        block.pages() - 1,
        named.lo,
        named.hi,
        named.entries,
        true,
        false,
        false);
  }

  /**
   * Returns the blocks that were found in the file, newest first. Leaves out blocks that a newer
   * block with the same interval replaces.
   */
  private List<Source> newestSources(Pages pages) {
    List<Source> sources = new ArrayList<>();
    for (FoundBlocks.Found block : found.all()) {
      Named name = named.get(block.number());
      boolean isNamed = name != null && name.block.sequence() == block.sequence();
      BlockFences fences = block.fences();
      if (fences != null) {
        sources.add(
            new Source(
                block.number(),
                block.sequence(),
                fences.pages() + fences.residualPages(),
                fences.lowKey(),
                fences.highKey(),
                fences.count(),
                isNamed,
                fences.isUpper(),
                fences.goesOn()));
      } else if (isNamed) {
        sources.add(source(name));
      } else {
        Source whole = unknown(block, 0, CurveOrder.END);
        long[] range = range(whole, pages);
        if (range[0] <= range[1]) {
          sources.add(unknown(block, range[0], range[1] + 1));
        }
      }
    }
    named.forEach(
        (number, block) -> {
          if (!found.contains(number)) {
            losses.accept("block " + number + ": " + block.entries + " entries");
          }
        });
    sources.sort(Comparator.comparingLong(Source::sequence).reversed());
    sources.removeIf(source -> isReplaced(source, sources, pages));
    return sources;
  }

  /** Returns a block whose footer is lost and that the log does not name. */
  private static Source unknown(FoundBlocks.Found block, long lo, long hi) {
    return new Source(
        block.number(), block.sequence(), block.pages(), lo, hi, 0, false, false, false);
  }

  /**
   * Returns whether a newer block with the same interval replaces a block.
   *
   * <p>Not every newer block replaces it: the newer block may be a continuation. If a curve value
   * has too many entries for one block, a merge writes several blocks with consecutive sequence
   * numbers. Each of these blocks starts with the curve value with which the previous block ends.
   */
  private boolean isReplaced(Source source, List<Source> newestFirst, Pages pages) {
    Source next = null;
    for (Source other : newestFirst) {
      if (other.replaces(source) && other.isSameInterval(source)) {
        next = other; // at the end: the oldest of the newer blocks
      }
    }
    return next != null
        && (next.sequence != source.sequence + 1
            || !goesOn(source, next, pages)
            || isReplaced(next, newestFirst, pages));
  }

  /**
   * Returns whether block {@code next} may continue block {@code source}. It may do so if it starts
   * with the curve value with which {@code source} ends.
   */
  private boolean goesOn(Source source, Source next, Pages pages) {
    if (source.isUpper) {
      return source.goesOn;
    }
    return curve.isKnown()
        ? range(source, pages)[1] == range(next, pages)[0]
        : isInOneCell(next, pages);
  }

  /**
   * Returns whether all entries of a block may have the same curve value. Used if the domain is
   * unknown. Entries with the same value lie in one cell of the domain, and cells are small
   * compared with the extent of all entries ({@link DomainSample}). The entries must therefore lie
   * close together.
   */
  private boolean isInOneCell(Source source, Pages pages) {
    double[] all = BoxGroups.emptyBoxes(1);
    for (FoundBlocks.Found block : found.all()) {
      BlockFences in = block.fences();
      if (in != null) {
        BoxGroups.cover(all, 0, in.minX(), in.minY(), in.maxX(), in.maxY());
      }
    }
    double[] centres = BoxGroups.emptyBoxes(1);
    read(
        source,
        pages,
        (value, entry) -> {
          double x = entry.minX() / 2 + entry.maxX() / 2;
          double y = entry.minY() / 2 + entry.maxY() / 2;
          BoxGroups.cover(centres, 0, x, y, x, y);
        });
    double most = DomainSample.CELL_PART * Math.max(all[2] - all[0], all[3] - all[1]);
    return Math.max(centres[2] - centres[0], centres[3] - centres[1]) <= most;
  }

  /** Returns the least and the greatest curve value of the readable entries of a block. */
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

  /**
   * Returns the blocks that are newer than {@code source} and have another interval that overlaps
   * the interval of {@code source}.
   */
  private static List<Source> newer(Source source, List<Source> all) {
    return all.stream()
        .filter(other -> other.replaces(source) && !other.isSameInterval(source))
        .filter(other -> other.lo < source.hi && other.hi > source.lo)
        .toList();
  }

  /**
   * Returns whether newer blocks cover the whole interval of a block, as after a complete merge.
   * Used if the log, which contains the domain of the curve, is lost. Entries then have no known
   * curve values, so all entries of a block are taken or none.
   */
  private static boolean isCovered(Source source, List<Source> newer) {
    long to = source.lo;
    for (Source next : newer.stream().sorted(Comparator.comparingLong(Source::lo)).toList()) {
      to = next.lo <= to ? Math.max(to, next.hi) : to;
    }
    return to >= source.hi;
  }

  /** Receives the entries that are read from the blocks. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Receives an entry.
     *
     * @param block number of the block that contains the entry
     * @param isNamed whether the log names this content of the block, so that it is known which
     *     changes the block contains
     * @param value value of the entry on the curve
     */
    void entry(long block, boolean isNamed, long value, Entry entry);
  }

  /** Receives the entries of one block, each with its value on the curve. */
  @FunctionalInterface
  private interface Reader {
    void entry(long value, Entry entry);
  }

  private void read(Source source, Pages pages, Reader reader) {
    found.read(
        source.number,
        source.sequence,
        source.contentPages,
        source.count,
        pages,
        entries -> {
          Frames.setKeys(0, curve, entries);
          for (int i = 0; i < entries.size(); i++) {
            reader.entry(entries.key(i), entry(entries, i));
          }
        });
  }

  /** Returns entry {@code i} of the columns. */
  static Entry entry(EntryColumns columns, int i) {
    return new Entry(
        columns.id(i), columns.minX(i), columns.minY(i), columns.maxX(i), columns.maxY(i));
  }
}
