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
    double[] reach = reach(rows, asked);
    rows.javaRDD()
        .mapPartitions(part -> new Scan(asked, reach).run(part))
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

  /**
   * Returns how far the box of a row may be at most from that of each question. For the nearest it
   * is how far as many of a hundredth of the rows are: all the others can but be nearer.
   */
  private static double[] reach(Dataset<Row> rows, List<Question> questions) {
    double[] reach = new double[questions.size()];
    List<Question> nearest = new ArrayList<>();
    for (int i = 0; i < reach.length; i++) {
      Question question = questions.get(i);
      switch (question.kind()) {
        case NEAREST -> nearest.add(question);
        case DWITHIN -> reach[i] = question.number() * 1.000001;
        default -> reach[i] = 0;
      }
    }
    if (!nearest.isEmpty()) {
      double[] unlimited = new double[nearest.size()];
      Arrays.fill(unlimited, Double.MAX_VALUE);
      double[] farthest = new double[nearest.size()];
      int[] found = new int[nearest.size()];
      rows.sample(0.01, 1)
          .javaRDD()
          .coalesce(1)
          .mapPartitions(part -> new Scan(nearest, unlimited).run(part))
          .collect()
          .forEach(
              answer -> {
                int i = answer.question();
                found[i]++;
                farthest[i] = Math.max(farthest[i], answer.distance() * 1.000001);
              });
      for (int i = 0, j = 0; i < reach.length; i++) {
        if (questions.get(i).kind() == Kind.NEAREST) {
          reach[i] = found[j] < most(nearest.get(j)) ? Double.MAX_VALUE : farthest[j];
          j++;
        }
      }
    }
    return reach;
  }

  private static int most(Question question) {
    return question.kind() == Kind.NEAREST ? (int) question.number() + SPARE : Integer.MAX_VALUE;
  }

  /** The scan of one partition. */
  private static final class Scan {
    private final List<Question> questions;
    private final Geometry[] geometries;
    private final double[] reach;

    /** The questions by their boxes, as much wider as rows may be away. */
    private final STRtree boxes = new STRtree();

    private final List<PriorityQueue<Answer>> nearest = new ArrayList<>();
    private final List<Answer> found = new ArrayList<>();

    Scan(List<Question> questions, double[] reach) {
      this.questions = questions;
      this.reach = reach.clone();
      geometries = new Geometry[questions.size()];
      for (int i = 0; i < geometries.length; i++) {
        geometries[i] = questions.get(i).geometry();
        Envelope box = geometries[i].getEnvelopeInternal().copy();
        box.expandBy(reach[i]);
        boxes.insert(box, i);
        nearest.add(new PriorityQueue<>(NEAREST.reversed()));
      }
    }

    Iterator<Answer> run(Iterator<Row> rows) throws ParseException {
      WKBReader reader = new WKBReader();
      while (rows.hasNext()) {
        Row row = rows.next();
        if (!row.isNullAt(1)) {
          long hash = row.getLong(0);
          Geometry geometry = reader.read((byte[]) row.get(1));
          boxes.query(geometry.getEnvelopeInternal(), i -> ask((Integer) i, hash, geometry));
        }
      }
      nearest.forEach(found::addAll);
      return found.iterator();
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
              Envelope box = geometry.getEnvelopeInternal();
              if (box.distance(other.getEnvelopeInternal()) <= reach[i]) {
                offer(i, new Answer(i, row, Functions.distance(geometry, other)));
              }
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
