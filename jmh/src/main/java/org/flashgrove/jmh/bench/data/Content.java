package org.flashgrove.jmh.bench.data;

/**
 * Content of an index at the time of a query: the first entries of a data set, some of them moved
 * or deleted.
 *
 * @param entries how many of the first ones were inserted
 * @param moves how many of the first ones were moved
 * @param isDeleted whether those of {@link Workload#isDeleted} are gone
 */
public record Content(int entries, int moves, boolean isDeleted) {
  /** The first entries as they are in the data set. */
  public static Content first(int entries) {
    return new Content(entries, 0, false);
  }

  /** Returns whether it holds an entry. */
  public boolean holds(int number) {
    return number < entries && !(isDeleted && Workload.isDeleted(number));
  }
}
