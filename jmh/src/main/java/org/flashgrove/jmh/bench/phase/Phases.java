package org.flashgrove.jmh.bench.phase;

import java.util.List;

/** Phases of Flashgrove's own suites, in the order in which they run. */
public final class Phases {
  private static final List<Phase> ALL =
      List.of(
          new OneByOne(),
          new WindowsByResults("unflushed"),
          new OneByOneAgain(),
          new Flush(),
          new WarmWindowPhase(),
          new WindowsByResults("flushed"),
          new NearestPhase(),
          new JoinPhase(),
          new Cold(),
          new Batches(),
          new EachDurable(),
          new Bulk("bulk", false),
          new Bulk("first-bulk", true),
          new FirstOperations(),
          new Mixed(),
          new Moves(),
          new Memory());

  private static final List<Phase> OF_ROWS =
      List.of(
          new RowInsertions(),
          new WindowsByResults("unflushed"),
          new Flush(),
          new WindowsByResults("flushed"),
          new RowLookups(),
          new RowUpdates());

  private Phases() {}

  /** Returns the phases for peers that are tables. */
  public static List<Phase> ofRows() {
    return OF_ROWS;
  }

  /** Returns the phases for peers that are indexes. */
  public static List<Phase> all() {
    return ALL;
  }
}
