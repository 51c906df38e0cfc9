package org.flashgrove.jmh.bench.peer;

/**
 * Result of one or more queries: the number of entries, the sum of their ids, and the first ids.
 */
public class Answer {
  private static final int FEW = 16;

  private final long[] first;
  private long results;
  private long idSum;
  private double kept;

  /** Creates an empty answer that stores a few of the first ids. */
  public Answer() {
    this(FEW);
  }

  /**
   * Creates an empty answer.
   *
   * @param kept maximum number of first ids to store
   */
  public Answer(int kept) {
    first = new long[kept];
  }

  /** Adds an entry with its id. */
  public void add(long id) {
    if (results < first.length) {
      first[(int) results] = id;
    }
    results++;
    idSum += id;
  }

  /** Adds {@code entries} entries whose ids are unknown. */
  public void addAll(long entries) {
    results += entries;
  }

  /**
   * Adds a value of a row to a sum. A peer calls this for each value that it must read from its
   * table, so that the read cannot be optimized away.
   */
  public void keep(double value) {
    kept += value;
  }

  /** Returns the sum of the values added by {@link #keep}. */
  public double kept() {
    return kept;
  }

  /** Removes all entries. */
  public void clear() {
    results = 0;
    idSum = 0;
    kept = 0;
  }

  /** Returns the number of entries. */
  public long results() {
    return results;
  }

  /** Returns the sum of the entries' ids. */
  public long idSum() {
    return idSum;
  }

  /**
   * Returns the id of one of the first entries.
   *
   * @param number position of the entry, from 0; less than the maximum number of stored ids
   */
  public long id(int number) {
    return first[number];
  }
}
