package org.flashgrove.jmh.bench.phase;

import java.util.List;

/** The phases of our own suite, in the order in which they are measured. */
public final class Phases {
  private static final List<Phase> ALL =
      List.of(
          new OneByOne(),
          new OneByOneAgain(),
          new Flush(),
          new WarmWindowPhase(),
          new NearestPhase(),
          new JoinPhase(),
          new Cold(),
          new Batches(),
          new EachDurable(),
          new Bulk(),
          new Mixed(),
          new Moves(),
          new Memory());

  private Phases() {}

  /** Returns all. */
  public static List<Phase> all() {
    return ALL;
  }
}
