package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * Repeats the insertions of {@link OneByOne} in the same process. By then the JIT compiler has
 * compiled the code.
 */
final class OneByOneAgain implements Phase {
  private static final String ROW = "one-by-one-again";

  @Override
  public String word() {
    return ROW;
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.INSERT);
  }

  @Override
  public void run(Course course) throws Exception {
    course.loaded(); // inserts all entries one by one, if OneByOne has not run
    try (PeerIndex index = course.create(ROW, Use.LOAD)) {
      course.record(OneByOne.measure(course, index, ROW));
    }
    course.remove(ROW);
  }
}
