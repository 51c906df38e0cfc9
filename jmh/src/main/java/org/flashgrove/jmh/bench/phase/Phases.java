package org.flashgrove.jmh.bench.phase;

import java.util.List;

/** The phases of our own suite, in the order in which they are measured. */
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

  /** Returns those of tables. */
  public static List<Phase> ofRows() {
    return OF_ROWS;
  }

  /** Returns all. */
  public static List<Phase> all() {
    return ALL;
  }
}
