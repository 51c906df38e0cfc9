package org.flashgrove.access;

import java.util.List;
import org.flashgrove.storage.node.SalvageFigures;

/**
 * What was rescued from a damaged store, and what was not.
 *
 * @param options what the damaged store was made of, as far as that is known
 * @param entries entries in the new store
 * @param uncertainEntries those of them that may be out of date, or deleted
 * @param duplicates uncertain entries that were there already, and left out
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
  /** Whether nothing is lost and nothing uncertain: the entries are those of the newest commit. */
  public boolean isComplete() {
    return lossCount == 0
        && uncertainEntries == 0
        && impossibleEntries == 0
        && (figures.entriesExpected() < 0 || figures.entriesExpected() == entries);
  }
}
