package org.flashgrove.jmh.bench.peer;

/** What queries find: how many entries, the sum of their ids, and the first ids. */
public final class Answer {
  private static final int MOST = 16;

  private final long[] first = new long[MOST];
  private long results;
  private long idSum;

  /** Takes an entry. */
  public void add(long id) {
    if (results < MOST) {
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
