package org.flashgrove.jmh.bench.peer;

/** Result of queries: the number of entries, the sum of their ids, and the first ids. */
public class Answer {
  private static final int FEW = 16;

  private final long[] first;
  private long results;
  private long idSum;
  private double kept;

  /** Creates an empty answer that keeps a few ids. */
  public Answer() {
    this(FEW);
  }

  /**
   * Creates an empty answer.
   *
   * @param kept maximum number of ids to keep
   */
  public Answer(int kept) {
    first = new long[kept];
  }

  /** Adds an entry. */
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

  /** Adds a value of a row to a sum. Reading the value for the sum forces a peer to fetch it. */
  public void keep(double value) {
    kept += value;
  }

  /** Returns the sum of the values. */
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

  /** Returns the id of one of the first entries. */
  public long id(int number) {
    return first[number];
  }
}
