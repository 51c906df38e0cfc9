package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.peer.Ability;

/** Something that is measured of every peer that is able to do it. */
public interface Phase {
  /** Returns its word. */
  String word();

  /** Returns what is measured and how, in a sentence. */
  String explanation();

  /**
   * Returns the heap of the process that it needs, as the option of the JVM has it, or null if it
   * may run in that of the other phases, which have the peer's.
   */
  default String heap() {
    return null;
  }

  /** Returns what a peer has to be able to do. */
  default Set<Ability> needs() {
    return Set.of();
  }

  /** Measures the peer of a course, which is able to do what this needs. */
  void run(Course course) throws Exception;
}
