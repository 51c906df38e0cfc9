package org.flashgrove.lsm.merge;

import java.util.List;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * Flush or merge that runs in steps. Each step reads or writes one page, or processes records in
 * memory. The job merges sorted records, which come from components or from runs in memory, into
 * new components. Insertions and deletions of the same entry cancel each other. A deletion that
 * meets no insertion is kept if an older component outside the merge may contain the deleted entry.
 */
public final class MergeJob {
  /** Maximum number of records that one step processes. */
  private static final int STEP_RECORDS = 4096;

  private final List<? extends MergeSource> sources;
  private final ComponentWriter writer;
  private final int level;
  private final long cut;
  private final boolean bottom;
  private final RegionPlan plan;
  private final long planSteps;
  private final long mergeSteps;
  private final MergeSource[] heap;
  private int heapSize;
  private List<CentreRegion> regions;
  private int region = -1;
  private final EntryColumns group = new EntryColumns(2, true);
  private long net; // insertions minus deletions of the group that were not passed on
  private boolean componentEnds; // whether the component ends once its pages are written
  private boolean regionEnds; // whether the region ends with the component
  private boolean done;
  private long steps;
  private long dropped;
  private long recordsIn;
  private long pagesRead;

  /**
   * Creates a flush or merge.
   *
   * @param level level of the new components
   * @param cut maximum number of records in a component; used if there is no plan
   * @param bottom whether no older component may contain entries that deletions refer to
   * @param plan division of the plane into regions, one for each new component. If null, records
   *     are divided in their order, at most {@code cut} for each component
   */
  public MergeJob(
      List<? extends MergeSource> sources,
      ComponentWriter writer,
      int level,
      long cut,
      boolean bottom,
      RegionPlan plan) {
    this.sources = sources;
    this.writer = writer;
    this.level = level;
    this.cut = plan == null ? cut : Long.MAX_VALUE;
    this.bottom = bottom;
    this.plan = plan;
    heap = new MergeSource[sources.size()];
    regions = plan == null ? List.of(CentreRegion.ALL) : null;
    long pages = 1;
    for (MergeSource source : sources) {
      pages += source.pages();
    }
    writer.expect(level, pages - 1);
    planSteps = plan == null ? 0 : 2 * pages;
    mergeSteps = 2 * pages + (plan == null ? 0 : pages);
  }

  public boolean isDone() {
    return done;
  }

  /** Returns the approximate number of remaining steps, at least 1. */
  public long stepsLeft() {
    return Math.max(1 + (mergeSteps >> 4), planSteps + mergeSteps - steps);
  }

  /** Returns the new components. Must be called after the last step. */
  public List<StoredComponent> made() {
    return writer.made();
  }

  /** Returns the number of pages that this job has written. */
  public long pagesWritten() {
    return writer.pages();
  }

  /** Returns the number of pages that this job has read and written. */
  public long pagesMoved() {
    return writer.pages() + pagesRead + (plan == null ? 0 : plan.pagesRead());
  }

  /** Returns whether the next step may have to allocate a block. */
  public boolean needsBlock() {
    return writer.needsBlock();
  }

  /** Allocates the block that the next step may need. */
  public void takeBlock() {
    writer.takeBlock();
  }

  /**
   * Returns the number of deletions that this job dropped because their entries are in no
   * component; 0 unless data are lost.
   */
  public long dropped() {
    return dropped;
  }

  public long bytes() {
    long bytes = writer.bytes() + group.bytes() + (plan == null ? 0 : plan.bytes());
    for (MergeSource source : sources) {
      bytes += source.bytes();
    }
    return bytes;
  }

  /**
   * Releases the blocks that are not part of a complete component. If the job is not done, this
   * method aborts the job.
   */
  public void close() {
    writer.close();
  }

  /** Runs the next step, which reads or writes one page, or processes records in memory. */
  public void step() {
    steps++;
    if (regions == null && plan.regions() == null) {
      plan.step();
    } else if (writer.isBusy()) {
      writer.step();
    } else if (componentEnds) {
      if (writer.endComponent(level)) {
        componentEnds = false;
        if (regionEnds) {
          beginRegion();
        }
      }
    } else if (region < 0) {
      regions = regions == null ? plan.regions() : regions;
      beginRegion();
    } else {
      fill();
    }
  }

  private void beginRegion() {
    region++;
    regionEnds = false;
    heapSize = 0;
    if (region == regions.size()) {
      done = true;
      return;
    }
    for (MergeSource source : sources) {
      source.begin(regions.get(region));
      if (!source.isEnded()) {
        heap[heapSize++] = source;
      }
    }
    for (int at = heapSize / 2 - 1; at >= 0; at--) {
      down(at);
    }
  }

  /**
   * Restores the order of the heap of sources after the source on top has moved to another record.
   */
  private void settleTop() {
    if (heap[0].isEnded()) {
      heap[0] = heap[--heapSize];
    }
    if (heapSize > 0) {
      down(0);
    }
  }

  private void down(int from) {
    MergeSource moving = heap[from];
    int at = from;
    int child = 2 * at + 1;
    while (child < heapSize) {
      if (child + 1 < heapSize && heap[child + 1].precedes(heap[child])) {
        child++;
      }
      if (!heap[child].precedes(moving)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
      child = 2 * at + 1;
    }
    heap[at] = moving;
  }

  /**
   * Processes records. Stops when a page was read, when the writer can take no more records, or
   * after {@value #STEP_RECORDS} records.
   */
  private void fill() {
    long room = Math.min(writer.partRoom(), cut - writer.records() + writer.part().size());
    for (int looked = 0; looked < STEP_RECORDS; looked++) {
      MergeSource first = heapSize == 0 ? null : heap[0];
      if (first != null && first.needsPage()) {
        first.load();
        pagesRead++;
        settleTop();
        return;
      }
      boolean sameGroup = first != null && group.size() > 0 && first.isOf(group, 0);
      if (!sameGroup && !handOn(room)) {
        componentEnds = writer.records() >= cut;
        writer.addPart();
        return;
      }
      if (first == null) {
        componentEnds = true;
        regionEnds = true;
        return;
      }
      take(first, sameGroup);
    }
  }

  private void take(MergeSource first, boolean sameGroup) {
    if (!sameGroup) {
      group.clear();
      first.appendTo(group);
      net = 0;
    }
    net += first.deletion ? -1 : 1;
    recordsIn++;
    first.advance();
    settleTop();
  }

  /**
   * Passes to the writer the records of the current entry that remain after insertions and
   * deletions have cancelled each other. Returns false if the writer has no room for all of them
   * yet.
   *
   * @param room maximum number of records that may wait in the writer
   */
  private boolean handOn(long room) {
    if (net < 0 && bottom) {
      dropped -= net;
      net = 0;
    }
    while (net != 0) {
      if (writer.part().size() >= room) {
        return false;
      }
      EntryColumns part = writer.part();
      int at =
          part.add(
              group.key(0),
              group.id(0),
              group.minX(0),
              group.minY(0),
              group.maxX(0),
              group.maxY(0));
      part.setDeletion(at, net < 0);
      net -= Long.signum(net);
    }
    group.clear();
    return true;
  }
}
