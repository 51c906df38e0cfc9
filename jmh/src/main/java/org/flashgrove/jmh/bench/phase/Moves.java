package org.flashgrove.jmh.bench.phase;

import java.util.Set;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.data.Boxes;
import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.measure.Meter;
import org.flashgrove.jmh.bench.measure.WindowQueries;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * Moves up to 1,000,000 entries by a thousandth of the extent: with both rectangles, in another
 * index with both rectangles but without a check that the entry exists (blind), and in a third
 * index by id alone. Then deletes a tenth of the entries in the same three ways. Each 1,000 changes
 * are made durable.
 */
final class Moves implements Phase {
  private static final int GROUP = 1_000;
  private static final double PERCENT = 0.01;
  private static final String DIRECTORY = "moves";

  @Override
  public String word() {
    return DIRECTORY;
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.INSERT);
  }

  @Override
  public void run(Course course) throws Exception {
    if (course.can(Ability.MOVE)) {
      run(course, Use.CHANGES, DIRECTORY);
    }
    if (course.can(Ability.MOVE_BLINDLY)) {
      run(course, Use.BLIND_CHANGES, DIRECTORY + "-blind");
    }
    if (course.can(Ability.MOVE_BY_ID)) {
      run(course, Use.CHANGES_BY_ID, DIRECTORY + "-by-id");
    }
  }

  private void run(Course course, Use use, String row) throws Exception {
    BoxFile data = course.data();
    int count = data.count();
    int moves = Math.min(course.effort().moves(), count);
    Boxes moved = course.workload().moved(moves);
    WindowQueries windows = new WindowQueries(course, PERCENT, course.effort().windows(), 13);
    try (PeerIndex index = course.create(DIRECTORY, use)) {
      course.fill(index);
      Meter meter = new Meter();
      for (int i = 0; i < moves; i++) {
        if (use == Use.CHANGES_BY_ID) {
          index.moveById(i + 1L, box(moved, i));
        } else {
          index.move(i + 1L, box(data, i), box(moved, i));
        }
        commitEach(index, i);
        meter.done();
      }
      index.commit();
      course.record(meter.end(row, moves));
      windows.answer(course, index, row, new Content(count, moves, false));
      if (course.can(Ability.DELETE)) {
        String deletions = row.replace("moves", "deletions");
        course.record(delete(course, index, moved, deletions));
        windows.answer(course, index, deletions, new Content(count, moves, true));
      }
    }
    course.remove(DIRECTORY);
  }

  private static Measurement delete(Course course, PeerIndex index, Boxes boxes, String row)
      throws Exception {
    int deleted = 0;
    Meter meter = new Meter();
    for (int i = 0; i < course.data().count(); i++) {
      if (Workload.isDeleted(i)) {
        index.delete(i + 1L, box(boxes, i));
        commitEach(index, deleted);
        deleted++;
        meter.done();
      }
    }
    index.commit();
    return meter.end(row, deleted);
  }

  private static void commitEach(PeerIndex index, int change) throws Exception {
    if ((change + 1) % GROUP == 0) {
      index.commit();
    }
  }

  private static double[] box(Boxes boxes, int i) {
    return new double[] {boxes.minX(i), boxes.minY(i), boxes.maxX(i), boxes.maxY(i)};
  }
}
