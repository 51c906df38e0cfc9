package org.flashgrove.jmh.bench.peer;

/** Result of queries: the number of entries, the sum of their ids, and the first ids. */
public class Answer {
  private static final int FEW = 16;

  private final long[] first;
  private long results;
  private long idSum;
  private double kept;

  /** An answer without entries, which keeps the ids of a few. */
  public Answer() {
    this(FEW);
  }

  /**
   * An answer without entries.
   *
   * @param kept how many ids are kept, those of the first ones
   */
  public Answer(int kept) {
    first = new long[kept];
  }

  /** Takes an entry. */
  public void add(long id) {
    if (results < first.length) {
      first[(int) results] = id;
    }
    results++;
    idSum += id;
  }

  /** Takes entries whose ids are not known. */
  public void addAll(long entries) {
    results += entries;
  }

  /** Takes a value of a row, so that a peer cannot leave it unread. */
  public void keep(double value) {
    kept += value;
  }

  /** Returns the sum of the values. */
  public double kept() {
    return kept;
  }

  /** Forgets all. */
  public void clear() {
    results = 0;
    idSum = 0;
    kept = 0;
  }

  /** Returns how many entries were found. */
  public long results() {
    return results;
  }

  /** Returns the sum of their ids. */
  public long idSum() {
    return idSum;
  }

  /** Returns one of the first ids. */
  public long id(int number) {
    return first[number];
  }
}
