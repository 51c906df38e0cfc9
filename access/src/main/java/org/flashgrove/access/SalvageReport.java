package org.flashgrove.access;

import java.util.List;
import org.flashgrove.storage.node.SalvageFigures;

/**
 * What was rescued from a damaged store, and what was not.
 *
 * <p>An entry that is not uncertain is one that the newest commit held that has left any trace
 * ({@link SalvageFigures#newestCommit}), with the same rectangle. Later commits may be lost: what
 * stands at the end of the log and is no frame is reported as a loss; of frames that were cut off
 * without a trace nothing is known.
 *
 * @param options what the damaged store was made of, as far as that is known
 * @param entries entries in the new store
 * @param uncertainEntries those of them that may be out of date, or deleted
 * @param duplicates entries that were met again, or were there already, and are left out
 * @param impossibleEntries entries left out because they are no rectangles the index can hold
 * @param figures what was met
 * @param lossCount number of losses
 * @param losses the first of them, a line each
 * @param uncertainties the first leaves that may be out of date, or deleted, or lack entries
 */
public record SalvageReport(
    StoreOptions options,
    long entries,
    long uncertainEntries,
    long duplicates,
    long impossibleEntries,
    SalvageFigures figures,
    long lossCount,
    List<String> losses,
    List<String> uncertainties) {
  /**
   * Whether nothing is lost and nothing uncertain: the entries are those of the newest commit that
   * has left any trace, and nothing says that there was a later one.
   */
  public boolean isComplete() {
    return lossCount == 0
        && uncertainEntries == 0
        && impossibleEntries == 0
        && (figures.entriesExpected() < 0 || figures.entriesExpected() == entries);
  }
}
