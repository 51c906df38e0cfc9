package org.flashgrove.spark.dataset;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Tables that a write adds and replaces. A write is prepared for one version of a dataset, its
 * base. It commits to the newest version, which may be a later one. The result must be the same as
 * if the write had run at its commit:
 *
 * <ul>
 *   <li>{@link #append} does not depend on existing rows.
 *   <li>{@link #overwrite} replaces all tables of the newest version.
 *   <li>{@link #rewrite} replaces some tables by others with the same rows, or fewer. The replaced
 *       tables must still exist. A deletion keeps rows that were committed after its base, as if it
 *       had run before them.
 *   <li>{@link #overwriteWhere} also requires that the replaced tables still exist. In addition, no
 *       table committed after the base may have rows that match the condition.
 * </ul>
 *
 * <p>A write that does not meet these requirements fails with a {@link ConflictException}. A write
 * also fails if the dataset was recreated with other columns or settings.
 */
public final class TableChange {
  private final boolean replacesAll;
  private final Set<String> replaced;
  private final Predicate<SealedTable> mayBeReplaced;

  private TableChange(
      boolean replacesAll, Collection<String> replaced, Predicate<SealedTable> mayBeReplaced) {
    this.replacesAll = replacesAll;
    this.replaced = Set.copyOf(replaced);
    this.mayBeReplaced = mayBeReplaced;
  }

  /** Returns a change that only adds tables. */
  public static TableChange append() {
    return rewrite(List.of());
  }

  /** Returns a change that replaces all tables. */
  public static TableChange overwrite() {
    return new TableChange(true, List.of(), table -> false);
  }

  /**
   * Returns a change that replaces some tables by new tables with the same rows, or with some of
   * them.
   *
   * @param files files of the tables to replace
   */
  public static TableChange rewrite(Collection<String> files) {
    return new TableChange(false, files, table -> false);
  }

  /**
   * Returns a change that replaces the rows that match a condition.
   *
   * @param files files of all tables that may have matching rows in the version that the write was
   *     prepared for
   * @param mayHold tests whether a table of a later version may have matching rows
   */
  public static TableChange overwriteWhere(
      Collection<String> files, Predicate<SealedTable> mayHold) {
    return new TableChange(false, files, mayHold);
  }

  /**
   * Returns the next version of a dataset.
   *
   * @param base version that the write was prepared for; version 0 if there was no dataset
   * @param newest newest version, or null if there is no dataset
   * @throws ConflictException if the change conflicts with the newest version
   */
  Manifest applied(Manifest base, Manifest newest, Collection<SealedTable> added) {
    if (newest == null) {
      if (base.version() > 0) {
        throw new ConflictException("the dataset was deleted during this write");
      }
      return base.next(added);
    }
    if (!newest.isMadeLike(base)) {
      throw new ConflictException(
          "version "
              + newest.version()
              + " has other columns or settings than the version that the write was prepared for");
    }
    List<SealedTable> next = new ArrayList<>();
    if (!replacesAll) {
      newest.tables().stream().filter(each -> !replaced.contains(each.file())).forEach(next::add);
      requireReplaced(newest, newest.tables().size() - next.size());
      requireNoLater(base, newest);
    }
    next.addAll(added);
    return newest.next(next);
  }

  private void requireReplaced(Manifest newest, int found) {
    if (found < replaced.size()) {
      throw new ConflictException(
          "version "
              + newest.version()
              + " lacks "
              + (replaced.size() - found)
              + " tables that this write replaces, because another write replaced them");
    }
  }

  private void requireNoLater(Manifest base, Manifest newest) {
    Set<String> known =
        base.tables().stream()
            .map(SealedTable::file)
            .collect(Collectors.toCollection(HashSet::new));
    long later =
        newest.tables().stream()
            .filter(each -> !known.contains(each.file()) && mayBeReplaced.test(each))
            .count();
    if (later > 0) {
      throw new ConflictException(
          "version "
              + newest.version()
              + " has "
              + later
              + " new tables that may contain rows which this write replaces");
    }
  }
}
