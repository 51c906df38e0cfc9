package org.flashgrove.jmh.bench.peer;

/** What queries find: how many entries, the sum of their ids, and the first ids. */
public class Answer {
  private static final int FEW = 16;

  private final long[] first;
  private long results;
  private long idSum;

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

  /** Forgets all. */
  public void clear() {
    results = 0;
    idSum = 0;
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
