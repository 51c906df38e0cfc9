package org.flashgrove.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.indexes.check.CheckReport;

/**
 * Result of a check of a store.
 *
 * @param pages number of node pages and record pages that were reached and verified
 * @param entries number of entries and records that were reached, without entries of table indices
 * @param problemCount number of all problems, including those that {@code problems} omits
 * @param problems the first problems, one line each; empty if the store is sound. If the store has
 *     several structures, each line begins with the name of the structure.
 * @param notFinite number of records whose geometry has a NaN or infinite coordinate. Older
 *     versions stored such records. They are valid, but a query may skip them.
 * @param notes possible improvements, one line each; these are not problems
 */
public record StoreCheck(
    long pages,
    long entries,
    long problemCount,
    List<String> problems,
    long notFinite,
    List<String> notes) {
  /** Verifies each structure by itself. No thread may change the structures meanwhile. */
  public static StoreCheck of(Collection<? extends Structure> structures) {
    long pages = 0;
    long entries = 0;
    long problemCount = 0;
    List<String> problems = new ArrayList<>();
    for (Structure structure : structures) {
      CheckReport report = structure.check();
      pages += report.nodes();
      entries += StoreDesign.tableOf(structure.name()) != null ? 0 : report.entries();
      problemCount += report.problemCount();
      String prefix = structures.size() == 1 ? "" : structure.name() + ": ";
      report.problems().forEach(problem -> problems.add(prefix + problem));
    }
    return new StoreCheck(pages, entries, problemCount, List.copyOf(problems), 0, List.of());
  }

  /** Returns true if the check found no problems. */
  public boolean ok() {
    return problemCount == 0;
  }

  /**
   * Returns a copy with additional problems. The copy lists each of them, however many there are.
   */
  public StoreCheck with(List<String> further) {
    List<String> all = new ArrayList<>(problems);
    all.addAll(further);
    return new StoreCheck(
        pages, entries, problemCount + further.size(), List.copyOf(all), notFinite, notes);
  }

  /** Returns a copy with a number added to {@link #notFinite}. */
  public StoreCheck withNotFinite(long further) {
    return new StoreCheck(pages, entries, problemCount, problems, notFinite + further, notes);
  }

  /** Returns a copy with further notes. */
  public StoreCheck withNotes(List<String> further) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(further);
    return new StoreCheck(pages, entries, problemCount, problems, notFinite, List.copyOf(all));
  }
}
