package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.peer.Ability;

/**
 * A measurement of the benchmark. It is made for every peer (library) with the required abilities.
 */
public interface Phase {
  /** Returns the name of the phase. */
  String word();

  /**
   * Returns the heap size that the phase needs, as for {@code -Xmx}. An empty text means the JVM's
   * default; the phase then shares a process with other phases.
   */
  default String heap() {
    return "";
  }

  /** Returns whether the phase must be the first work of a process of its own. */
  default boolean isFirst() {
    return false;
  }

  /** Returns whether another process must first create the index with all entries. */
  default boolean needsFiles() {
    return false;
  }

  /** Returns the abilities that a peer needs. */
  default Set<Ability> needs() {
    return Set.of();
  }

  /** Runs the measurement for the peer of a course. The peer has the required abilities. */
  void run(Course course) throws Exception;
}
