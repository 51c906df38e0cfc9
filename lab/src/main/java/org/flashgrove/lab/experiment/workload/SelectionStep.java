package org.flashgrove.lab.experiment.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.EntryQuery;
import org.locationtech.jts.geom.Envelope;

/**
 * Spatial selections: each query finds the objects that have a given relation to a random object of
 * the data set, the search object. The filter finds candidates by their rectangles. The refinement
 * tests the geometries of the candidates.
 *
 * @param phase name of the phase
 * @param count number of search objects
 * @param predicate predicate between search object and objects
 * @param isRefined whether the geometries are tested
 * @param isCold whether the store is closed and reopened with empty buffers before the step
 */
public record SelectionStep(
    String phase, int count, Predicate predicate, boolean isRefined, boolean isCold)
    implements Step {
  @Override
  public Map<String, Object> provenance(DataSet data, long seed) {
    return Provenance.of(
        "objects of the data",
        count,
        data,
        seed,
        "predicate",
        predicate.toString(),
        "refined",
        isRefined);
  }

  @Override
  public Check run(Subject subject) {
    if (isRefined && subject.data().geometries() == null) {
      throw new IllegalArgumentException(
          "step '"
              + phase
              + "' is refined, but the data have only rectangles; use a data file with geometries,"
              + " or set refined: off");
    }
    LiveEntries live = subject.live();
    List<GeometryQuery> queries = new ArrayList<>();
    List<double[]> bounds = new ArrayList<>();
    for (int i = 0; i < count && live.size() > 0; i++) {
      int entry = subject.random().nextInt(live.size());
      bounds.add(live.bounds(entry));
      if (isRefined) {
        queries.add(
            new GeometryQuery(
                predicate,
                Semantics.EXCLUSIVE,
                subject.data().geometries().geometry(live.id(entry))));
      }
    }
    return isRefined ? refined(subject, queries) : filtered(subject, bounds);
  }

  private Check filtered(Subject subject, List<double[]> bounds) {
    Check check = Windows.ask(subject, predicate.candidates(), bounds);
    subject.count("query_predicate", predicate.code());
    return check;
  }

  private Check refined(Subject subject, List<GeometryQuery> queries) {
    long[] results = {0};
    long[] idSum = {0};
    for (GeometryQuery query : queries) {
      subject.timed(() -> results[0] += refined(subject, query, idSum));
    }
    subject.count("result_num", results[0]);
    subject.count("query_predicate", predicate.code());
    return () -> {
      LiveEntries.Answer right = LiveEntries.Answer.NOTHING;
      for (GeometryQuery query : queries) {
        right =
            right.plus(
                subject
                    .live()
                    .matching(query, sides(query.envelope()), subject.data().geometries()));
      }
      return Windows.compared(new LiveEntries.Answer(results[0], idSum[0]), right);
    };
  }

  /**
   * Runs the filter, and then the refinement of the candidates that the filter found. Measures the
   * time of each. Returns the number of results, and adds their ids to {@code idSum}.
   */
  private static long refined(Subject subject, GeometryQuery query, long[] idSum) {
    long start = System.nanoTime();
    List<Long> candidates = new ArrayList<>();
    double[] box = sides(query.envelope());
    subject
        .store()
        .forEach(
            EntryQuery.matching(query.candidates(), box[0], box[1], box[2], box[3]),
            (id, minX, minY, maxX, maxY) -> {
              candidates.add(id);
            });
    long filtered = System.nanoTime();
    long results = 0;
    for (long id : candidates) {
      if (query.matches(subject.data().geometries().geometry(id))) {
        results++;
        idSum[0] += id;
      }
    }
    subject.count("cand_num", candidates.size());
    subject.countNanos("filter_time", filtered - start);
    subject.countNanos("refinement_time", System.nanoTime() - filtered);
    return results;
  }

  private static double[] sides(Envelope box) {
    return new double[] {box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY()};
  }
}
