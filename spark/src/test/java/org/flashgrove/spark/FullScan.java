package org.flashgrove.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.sedona.common.Functions;
import org.apache.sedona.common.Predicates;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.index.strtree.STRtree;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;

/**
 * Answers many questions by one scan of all rows with the predicates of Sedona. Geometries whose
 * boxes are too far apart for the question are not given to the predicate.
 */
final class FullScan {
  /** How many more of the nearest rows are kept than are asked for, for those at one distance. */
  private static final int SPARE = 100;

  private FullScan() {}

  /** What is asked about the geometry of a row. */
  enum Kind {
    INTERSECTS,
    WITHIN,
    CONTAINS,
    DWITHIN,
    NEAREST
  }

  /**
   * A question.
   *
   * @param wkb the geometry that rows are compared with
   * @param number the distance, or how many of the nearest
   */
  record Question(Kind kind, byte[] wkb, double number) implements Serializable {
    Geometry geometry() {
      try {
        return new WKBReader().read(wkb);
      } catch (ParseException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }

  /**
   * A row that is an answer.
   *
   * @param row hash of its columns
   */
  record Answer(int question, long row, double distance) implements Serializable {}

  private static final Comparator<Answer> NEAREST =
      Comparator.comparingDouble(Answer::distance).thenComparingLong(Answer::row);

  /**
   * Returns the answers to each question, by distance and hash: for the nearest those asked for and
   * {@value #SPARE} more, for others all at distance 0.
   *
   * @param rows with columns {@code row}, a hash of a row, and {@code geom}
   */
  static List<List<Answer>> answers(Dataset<Row> rows, List<Question> questions) {
    List<Question> asked = List.copyOf(questions);
    List<List<Answer>> all = new ArrayList<>();
    asked.forEach(question -> all.add(new ArrayList<>()));
    rows.javaRDD()
        .mapPartitions(part -> new Scan(asked).run(part))
        .collect()
        .forEach(answer -> all.get(answer.question()).add(answer));
    for (int i = 0; i < all.size(); i++) {
      List<Answer> sorted = all.get(i);
      sorted.sort(NEAREST);
      int most = most(asked.get(i));
      if (sorted.size() > most) {
        sorted.subList(most, sorted.size()).clear();
      }
    }
    return all;
  }

  private static int most(Question question) {
    return question.kind() == Kind.NEAREST ? (int) question.number() + SPARE : Integer.MAX_VALUE;
  }

  /** The scan of one partition. */
  private static final class Scan {
    private final List<Question> questions;
    private final Geometry[] geometries;
    private final double[] boxes;

    /** How far the box of a row may be at most from that of a question for the nearest. */
    private final double[] reach;

    /** The other questions by their boxes, as wide as their distances say. */
    private final STRtree others = new STRtree();

    private final List<PriorityQueue<Answer>> nearest = new ArrayList<>();
    private final List<Answer> found = new ArrayList<>();

    Scan(List<Question> questions) {
      this.questions = questions;
      geometries = new Geometry[questions.size()];
      boxes = new double[4 * questions.size()];
      reach = new double[questions.size()];
      for (int i = 0; i < geometries.length; i++) {
        Question question = questions.get(i);
        geometries[i] = question.geometry();
        Envelope box = geometries[i].getEnvelopeInternal();
        boxes[4 * i] = box.getMinX();
        boxes[4 * i + 1] = box.getMaxX();
        boxes[4 * i + 2] = box.getMinY();
        boxes[4 * i + 3] = box.getMaxY();
        boolean isNearest = question.kind() == Kind.NEAREST;
        reach[i] = isNearest ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        nearest.add(new PriorityQueue<>(NEAREST.reversed()));
        if (!isNearest) {
          Envelope wide = new Envelope(box);
          wide.expandBy(question.kind() == Kind.DWITHIN ? question.number() * 1.000001 : 0);
          others.insert(wide, i);
        }
      }
    }

    Iterator<Answer> run(Iterator<Row> rows) throws ParseException {
      WKBReader reader = new WKBReader();
      boolean hasNearest = questions.stream().anyMatch(each -> each.kind() == Kind.NEAREST);
      while (rows.hasNext()) {
        Row row = rows.next();
        if (!row.isNullAt(1)) {
          long hash = row.getLong(0);
          Geometry geometry = reader.read((byte[]) row.get(1));
          Envelope box = geometry.getEnvelopeInternal();
          others.query(box, i -> ask((Integer) i, hash, geometry));
          if (hasNearest) {
            askNearest(hash, geometry, box);
          }
        }
      }
      nearest.forEach(found::addAll);
      return found.iterator();
    }

    private void askNearest(long row, Geometry geometry, Envelope box) {
      double minX = box.getMinX();
      double maxX = box.getMaxX();
      double minY = box.getMinY();
      double maxY = box.getMaxY();
      for (int i = 0; i < reach.length; i++) {
        double within = reach[i];
        // without short cuts: few boxes are near on either axis, and branches would cost more
        if (minX - boxes[4 * i + 1] <= within
            & boxes[4 * i] - maxX <= within
            & minY - boxes[4 * i + 3] <= within
            & boxes[4 * i + 2] - maxY <= within) {
          ask(i, row, geometry);
        }
      }
    }

    private void ask(int i, long row, Geometry geometry) {
      Question question = questions.get(i);
      Geometry other = geometries[i];
      boolean holds =
          switch (question.kind()) {
            case INTERSECTS -> Predicates.intersects(geometry, other);
            case WITHIN -> Predicates.within(geometry, other);
            case CONTAINS -> Predicates.contains(geometry, other);
            case DWITHIN -> Predicates.dWithin(geometry, other, question.number());
            case NEAREST -> {
              offer(i, new Answer(i, row, Functions.distance(geometry, other)));
              yield false;
            }
          };
      if (holds) {
        found.add(new Answer(i, row, 0));
      }
    }

    private void offer(int i, Answer answer) {
      PriorityQueue<Answer> best = nearest.get(i);
      best.add(answer);
      if (best.size() > most(questions.get(i))) {
        best.remove();
        reach[i] = best.element().distance() * 1.000001;
      }
    }
  }

  /** Returns the hashes of answers, sorted. */
  static long[] rows(List<Answer> answers) {
    return sorted(answers.stream().mapToLong(Answer::row).toArray());
  }

  static long[] sorted(long[] values) {
    Arrays.sort(values);
    return values;
  }
}
