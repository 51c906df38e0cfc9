package org.flashgrove.lsm.merge;

import org.flashgrove.grove.block.EntryKey;
import org.flashgrove.grove.columns.EntryColumns;

/** Reads the changes of a run in memory for a merge or flush. */
public final class RunSource extends MergeSource {
  private final EntryColumns changes;
  private CentreRegion region;
  private int at;

  public RunSource(MemoryRun run, EntryKey ordering) {
    super(ordering);
    changes = run.changes();
  }

  @Override
  void begin(CentreRegion only) {
    region = only;
    at = -1;
    ended = false;
    advance();
  }

  @Override
  boolean needsPage() {
    return false;
  }

  @Override
  void load() {
    throw new IllegalStateException("no page");
  }

  @Override
  void advance() {
    do {
      at++;
      if (at >= changes.size()) {
        ended = true;
        return;
      }
      box[0] = changes.minX(at);
      box[1] = changes.minY(at);
      box[2] = changes.maxX(at);
      box[3] = changes.maxY(at);
    } while (!region.holds(box));
    key = changes.key(at);
    id = changes.id(at);
    deletion = changes.isDeletion(at);
  }

  @Override
  long bytes() {
    return 0; // the memory component counts the run
  }

  @Override
  long pages() {
    return 0;
  }
}
