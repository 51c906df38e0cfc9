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
 * @param pages pages of nodes and records that were reached and verified
 * @param entries entries and records that were reached; those of a table's indices do not count
 * @param problemCount number of problems, those not listed included
 * @param problems the first problems, one line each, behind the structure's name if the store has
 *     several; empty if nothing is wrong
 * @param notFinite records whose geometry has a vertex with a NaN or infinite coordinate. Older
 *     versions stored them, so they are no problem of the store, but a query may skip them.
 * @param notes what is no problem but could be better, one line each
 */
public record StoreCheck(
    long pages,
    long entries,
    long problemCount,
    List<String> problems,
    long notFinite,
    List<String> notes) {
  /** Verifies structures, each by itself; nobody may change them meanwhile. */
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

  /** Returns a copy with further problems, all of them listed. */
  public StoreCheck with(List<String> further) {
    List<String> all = new ArrayList<>(problems);
    all.addAll(further);
    return new StoreCheck(
        pages, entries, problemCount + further.size(), List.copyOf(all), notFinite, notes);
  }

  /** Returns a copy with further records whose geometry is not finite. */
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
