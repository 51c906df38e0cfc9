package org.flashgrove.lab.experiment.workload;

import java.util.List;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.strtree.STRtree;

/**
 * Joins the store with another store of the same design, which contains a whole data set. The other
 * store is built and flushed before the measurement. Only the page reads and writes of the first
 * store are counted.
 *
 * @param phase name of the phase
 * @param with name of the other data set
 * @param other the other data set; not part of the step's text, which contains the name
 * @param test predicate between the rectangles of the two sides
 * @param isCold whether the store is closed and reopened with empty buffers before the step
 */
public record JoinStep(String phase, String with, DataSet other, Predicate test, boolean isCold)
    implements Step {
  /** Returns a copy in which {@code found} is the other data set. */
  public JoinStep of(DataSet found) {
    return new JoinStep(phase, with, found, test, isCold);
  }

  @Override
  public boolean growsWithData() {
    return true;
  }

  @Override
  public Check run(Subject subject) {
    long[] idSum = {0};
    long[] pairs = {0};
    try (SpatialStore right = subject.site().createBeside("joined")) {
      other.entries().forEach(right::insert);
      right.flush();
      subject.restartFigures();
      subject.timed(
          () ->
              pairs[0] =
                  JoinQuery.of(subject.store())
                      .with(right)
                      .matching(test, Semantics.EXCLUSIVE)
                      .threads(1)
                      .forEach((leftId, rightId) -> idSum[0] += 31 * leftId + rightId));
    }
    subject.count("result_num", pairs[0]);
    return () ->
        Windows.compared(new LiveEntries.Answer(pairs[0], idSum[0]), right(subject.live()));
  }

  private LiveEntries.Answer right(LiveEntries live) {
    STRtree tree = new STRtree();
    for (int i = 0; i < other.entries().size(); i++) {
      double[] b = LiveEntries.rectangle(other.entries(), i);
      tree.insert(new Envelope(b[0], b[2], b[1], b[3]), i);
    }
    LiveEntries.Answer answer = LiveEntries.Answer.NOTHING;
    for (int left = 0; left < live.size(); left++) {
      double[] a = live.bounds(left);
      List<?> near = tree.query(new Envelope(a[0], a[2], a[1], a[3]));
      for (Object each : near) {
        int entry = (Integer) each;
        double[] b = LiveEntries.rectangle(other.entries(), entry);
        if (test.matches(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3])) {
          answer = answer.plus(31 * live.id(left) + other.entries().id(entry));
        }
      }
    }
    return answer;
  }

  /** Returns the settings of the step as text. */
  @Override
  public String toString() {
    return "JoinStep[" + phase + ", " + with + ", " + test + ", " + isCold + "]";
  }
}
