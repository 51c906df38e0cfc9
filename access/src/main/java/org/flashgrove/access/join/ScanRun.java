package org.flashgrove.access.join;

import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.order.RadixSort;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.indexes.query.CurveBlocks;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.indexes.query.JoinedEntries;
import org.flashgrove.indexes.query.NearTree;
import org.flashgrove.indexes.query.OrderedEntries;
import org.flashgrove.storage.heap.page.Rid;
import org.jspecify.annotations.Nullable;

/**
 * Runs a join by predicate or distance that needs no index. It builds a tree in memory of the inner
 * objects. The threads then scan the outer side, a range of pages at a time, and search the tree
 * for each object. If not all inner objects fit in memory, the run repeats this for one part of
 * them after the other.
 */
final class ScanRun {
  /** Number of entries in a unit of work if the outer side is an index. */
  private static final int ENTRIES_OF_A_PART = 4096;

  /** Least number of outer records that are compared together. */
  private static final int LEAST_BATCH = 64;

  /** Maximum number of outer records that are compared together, so that neighbours meet. */
  private static final int MOST_BATCH = 1 << 17;

  /**
   * Least number of parts of the outer side, if it is large enough, so that all threads are busy.
   */
  private static final int LEAST_PARTS = 32;

  /** Share of the memory for the tree that a batch may use. */
  private static final int BATCH_SHARE = 32;

  private static final int BATCH_ENTRY_BYTES = 2 * (Long.BYTES + 4 * Double.BYTES);

  /** Number of outer objects for which the tree is searched once. */
  private static final int GROUP = 16;

  private static final int MOST_HITS = 1 << 10;

  private final PairRun run;
  private final boolean areRectangles;
  private final boolean isSelf;
  private final boolean isOrdered;
  private final int batchEntries;
  private final long pagesOfAPart;
  private final TreeChunk.Source chunks;
  private final JoinSide outer;
  private @Nullable TreeChunk chunk;
  private @Nullable CurveBlocks blocks;
  private ParallelParts.Source<EntryBlock.Part> entries = () -> null;
  private long nextPage;

  /**
   * Creates a run.
   *
   * @param bytes maximum memory for the tree and its objects
   */
  ScanRun(PairRun run, long bytes) {
    this.run = run;
    JoinQuery.Parts parts = run.parts();
    boolean outerIsLeft = run.plan().outerIsLeft();
    outer = run.sides().handedOut(outerIsLeft);
    JoinSide inner = run.sides().handedOut(!outerIsLeft);
    areRectangles = parts.test().byBounds();
    isSelf = parts.left().hasObjectsOf(parts.right());
    isOrdered = parts.isOrdered();
    long most = Math.min(MOST_BATCH, bytes / BATCH_SHARE / BATCH_ENTRY_BYTES);
    batchEntries = (int) Math.max(LEAST_BATCH, Math.min(most, outer.size() / LEAST_PARTS));
    double pages = (double) outer.heapPages() * batchEntries / Math.max(1, outer.size());
    pagesOfAPart = Math.max(1, (long) pages);
    chunks =
        new TreeChunk.Source(inner, run.meter(), parts.test(), !areRectangles, bytes, isOrdered);
  }

  /**
   * Some outer objects to be compared with a chunk of inner objects: first those of a batch, then
   * those on a range of pages.
   *
   * @param some entries of the batch; its objects are not in memory while the part waits
   * @param from index of the first entry of the batch
   */
  private record Part(
      TreeChunk chunk, @Nullable EntryBlock some, int from, long fromRid, long lastPage) {
    Part rest(int next) {
      return new Part(chunk, some, next, fromRid, lastPage);
    }
  }

  /**
   * Objects in memory.
   *
   * @param operands the decoded objects; null for those that are their rectangles
   */
  private record Batch(EntryBlock entries, @Nullable Operand[] operands) {
    /** Returns the objects that were read last, in an order that keeps neighbours together. */
    static Batch alongCurve(RecordPages pages) {
      int[] order = pages.entries().curveOrder();
      @Nullable Operand[] operands = new Operand[pages.isOfPoints() ? 0 : order.length];
      for (int i = 0; i < operands.length; i++) {
        operands[i] = pages.operand(order[i]);
      }
      return new Batch(pages.entries().inOrder(order), operands);
    }

    /**
     * Returns the objects of the rest of a batch.
     *
     * @param from index of the first entry of the rest
     * @param records reads the objects again; null for those that are their rectangles
     */
    static Batch again(EntryBlock entries, int from, @Nullable RecordFetch records) {
      if (records == null) {
        return new Batch(entries, new Operand[0]);
      }
      long[] unread = new long[entries.count() - from];
      int count = 0;
      for (int i = from; i < entries.count(); i++) {
        if (!entries.isPoint(i)) {
          unread[count++] = entries.id(i);
        }
      }
      long[] rids = RadixSort.distinct(unread, count);
      int[] at = new int[rids.length];
      for (int i = from; i < entries.count(); i++) {
        if (!entries.isPoint(i)) {
          at[Arrays.binarySearch(rids, entries.id(i))] = i;
        }
      }
      @Nullable Operand[] operands = new Operand[entries.count()];
      records.read(rids, 0, rids.length, (rid, object, wkbBytes) -> operands[at[rid]] = object);
      return new Batch(entries, operands);
    }

    /** Returns the objects that were read last, which the next ones replace. */
    static Batch inOrder(RecordPages pages) {
      return new Batch(pages.entries(), pages.operands());
    }

    Operand operand(int i) {
      Operand decoded = i < operands.length ? operands[i] : null;
      return decoded == null
          ? Operand.ofRectangle(entries.minX(i), entries.minY(i), entries.maxX(i), entries.maxY(i))
          : decoded;
    }
  }

  JoinCursor start() {
    List<Prober> probers = JoinSource.list(run.sides().threads(), Prober::new);
    return run.cursor(
        new ParallelParts<>(
            run.sides().threads(), this::next, (thread, part) -> probers.get(thread).probe(part)),
        () -> JoinSides.closeAll(List.of(this::closeBlocks, chunks::close, run.sides()::close)));
  }

  private void closeBlocks() {
    if (blocks != null) {
      blocks.close();
    }
  }

  private @Nullable Part next() {
    Part part = chunk == null ? null : partOf(chunk);
    if (part == null) {
      chunk = null; // free before the next chunk is loaded
      TreeChunk following = chunks.next();
      if (following == null) {
        return null;
      }
      chunk = following;
      restart();
      part = partOf(following);
    }
    return part;
  }

  private void restart() {
    nextPage = 0;
    if (outer.records() == null) {
      closeBlocks();
      JoinedEntries all = outer.joined(run.meter());
      if (isOrdered) {
        entries = new OrderedEntries(all, ENTRIES_OF_A_PART)::next;
      } else {
        CurveBlocks some = new CurveBlocks(all, ENTRIES_OF_A_PART);
        blocks = some;
        entries = some::next;
      }
    }
  }

  /** Returns the next outer objects to be compared with a chunk, or null after the last ones. */
  private @Nullable Part partOf(TreeChunk of) {
    RecordFetch records = outer.records();
    if (records == null) {
      EntryBlock.Part some = entries.next();
      return some == null ? null : new Part(of, some.block(), 0, 0, -1);
    }
    long from = nextPage;
    nextPage = from + pagesOfAPart;
    return from > records.lastPage() ? null : new Part(of, null, 0, Rid.of(from, 0), nextPage - 1);
  }

  /** Compares outer objects with a chunk. For one thread. */
  private final class Prober {
    private final JoinMeter meter = run.meter();
    private final PairMatcher matcher;
    private final @Nullable RecordPages pages;
    private final @Nullable RecordFetch outerRecords;
    private final @Nullable RecordFetch innerRecords;
    private final RectangleTest filter;
    private final boolean filters;
    private final int[] hits = new int[MOST_HITS];
    private final int[] group = new int[MOST_HITS];
    private @Nullable TreeChunk last;
    private NearTree.@Nullable Finder finder;
    private long candidates;

    Prober(int thread) {
      matcher = run.matcher(thread);
      boolean outerIsLeft = run.plan().outerIsLeft();
      JoinSide scanned = run.sides().side(thread, outerIsLeft);
      RecordFetch records = scanned.records();
      pages =
          records == null
              ? null
              : records.pages(scanned.admitted(), !areRectangles, batchEntries, meter::check);
      outerRecords = areRectangles ? null : records;
      innerRecords = run.sides().side(thread, !outerIsLeft).records();
      filter = matcher.filter();
      filters = areRectangles || !run.parts().test().comparesShapes();
    }

    ParallelParts.Outcome<Part, FoundPairs> probe(Part part) {
      FoundPairs found = new FoundPairs(run.keeps(), false);
      matcher.begin(found);
      candidates = 0;
      Part rest = probeAll(part);
      matcher.addCandidates(candidates);
      if (isOrdered) {
        found.sort();
      }
      return new ParallelParts.Outcome<>(found, rest);
    }

    private @Nullable Part probeAll(Part part) {
      EntryBlock given = part.some;
      if (given != null) {
        int done = probe(part.chunk, Batch.again(given, part.from, outerRecords), part.from);
        if (done < given.count()) {
          return part.rest(done);
        }
      }
      return pages == null ? null : probeRecords(part, pages);
    }

    private @Nullable Part probeRecords(Part part, RecordPages from) {
      from.start(part.fromRid, part.lastPage);
      while (from.next()) {
        meter.check();
        Batch batch = isOrdered ? Batch.inOrder(from) : Batch.alongCurve(from);
        int done = probe(part.chunk, batch, 0);
        if (done < batch.entries.count()) {
          return isOrdered
              ? new Part(part.chunk, null, 0, batch.entries.id(done), part.lastPage)
              : new Part(part.chunk, batch.entries, done, from.position(), part.lastPage);
        }
      }
      return null;
    }

    /** Compares objects until there are too many pairs. Returns the index after the last one. */
    private int probe(TreeChunk chunk, Batch batch, int from) {
      EntryBlock block = batch.entries;
      NearTree.Finder search = finder;
      if (search == null || last != chunk) {
        search = chunk.tree().new Finder(filter);
        finder = search;
        last = chunk;
      }
      int next = from;
      while (next < block.count() && !matcher.isFull()) {
        int end = isOrdered ? next : Math.min(block.count(), next + GROUP);
        int near = end == next ? MOST_HITS : nearGroup(search, block, next, end);
        if (near > MOST_HITS - NearTree.FANOUT) {
          probeOne(search, chunk, batch, next++);
        } else {
          next = near == 0 ? end : probeGroup(search, chunk, batch, next, end, near);
        }
      }
      return next;
    }

    /** Finds the inner entries near some outer objects. May find only some if they are many. */
    private int nearGroup(NearTree.Finder search, EntryBlock block, int from, int to) {
      double minX = block.minX(from);
      double minY = block.minY(from);
      double maxX = block.maxX(from);
      double maxY = block.maxY(from);
      for (int i = from + 1; i < to; i++) {
        minX = Math.min(minX, block.minX(i));
        minY = Math.min(minY, block.minY(i));
        maxX = Math.max(maxX, block.maxX(i));
        maxY = Math.max(maxY, block.maxY(i));
      }
      search.start(minX, minY, maxX, maxY);
      return search.next(group);
    }

    /**
     * Compares outer objects with the inner entries near the group. Returns the index after the
     * last one that was compared.
     */
    private int probeGroup(
        NearTree.Finder search, TreeChunk chunk, Batch batch, int from, int to, int near) {
      EntryBlock block = batch.entries;
      int i = from;
      while (i < to && !matcher.isFull()) {
        int count =
            search.select(
                group, near, block.minX(i), block.minY(i), block.maxX(i), block.maxY(i), hits);
        compare(chunk, batch, i++, count);
      }
      return i;
    }

    private void probeOne(NearTree.Finder search, TreeChunk chunk, Batch batch, int i) {
      EntryBlock block = batch.entries;
      search.start(block.minX(i), block.minY(i), block.maxX(i), block.maxY(i));
      int count = search.next(hits);
      while (count > 0) {
        compare(chunk, batch, i, count);
        count = search.next(hits);
      }
    }

    private void compare(TreeChunk chunk, Batch batch, int i, int count) {
      if (count == 0) {
        return;
      }
      EntryBlock block = batch.entries;
      Operand one = areRectangles || block.isPoint(i) ? null : batch.operand(i);
      for (int k = 0; k < count; k++) {
        meter.checkSome(++candidates);
        int entry = hits[k];
        if (!filters || block.match(filter, i, chunk.tree(), entry)) {
          compare(chunk, batch, i, one, entry);
        }
      }
    }

    /** Compares two objects. The outer one is a point if {@code one} is null. */
    private void compare(TreeChunk chunk, Batch batch, int i, @Nullable Operand one, int entry) {
      EntryBlock block = batch.entries;
      long outerId = block.id(i);
      long innerId = chunk.tree().id(entry);
      if (matcher.isMirrored(outerId, innerId)) {
        return;
      }
      if (areRectangles) {
        matcher.add(outerId, innerId);
      } else if (isSelf && outerId == innerId) {
        matcher.decideSelf(outerId, one == null ? batch.operand(i) : one);
      } else if (one == null && !chunk.isPoint(entry)) {
        Operand other = chunk.operand(entry, innerRecords);
        matcher.decidePoint(outerId, block.minX(i), block.minY(i), innerId, other);
      } else {
        Operand first = one == null ? batch.operand(i) : one;
        matcher.decide(outerId, first, innerId, chunk.operand(entry, innerRecords));
      }
    }
  }
}
