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
   * Returns the size of the heap that its process needs, as the option of the JVM has it; empty if
   * it may run with that of the JVM's choice, in the process of the other phases.
   */
  default String heap() {
    return "";
  }

  /** Returns whether it is measured by a process of its own, as the first work of that process. */
  default boolean isFirst() {
    return false;
  }

  /** Returns whether a process before its own makes the index with all entries. */
  default boolean needsFiles() {
    return false;
  }

  /** Returns what a peer has to be able to do. */
  default Set<Ability> needs() {
    return Set.of();
  }

  /** Measures the peer of a course, which is able to do what this needs. */
  void run(Course course) throws Exception;
}
