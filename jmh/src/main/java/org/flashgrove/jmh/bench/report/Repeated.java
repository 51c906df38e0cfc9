package org.flashgrove.jmh.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.flashgrove.jmh.bench.measure.Measurement;

/** Measurements of one row of the report, each by another process. Computes medians and ranges. */
final class Repeated {
  private final List<Measurement> measurements = new ArrayList<>();

  void add(Measurement next) {
    measurements.add(next);
  }

  /**
   * Returns a measurement with the median of the times, bytes and latencies, each computed
   * separately. The number of operations and the other values come from the process with the median
   * CPU time.
   */
  Measurement median() {
    Measurement middle = middle(measurements, Measurement::cpuMicros);
    double perOperation = middle.operations() / 1e6;
    return new Measurement(
        middle.row(),
        middle.operations(),
        middle(measurements, Measurement::wallMicros).wallMicros() * perOperation,
        middle.cpuSeconds(),
        bytes(Measurement::bytesRead, middle.operations()),
        bytes(Measurement::bytesWritten, middle.operations()),
        latencies(middle),
        middle.figures());
  }

  /**
   * Returns the minimum and the maximum of a value over all processes, or null if there is only one
   * process.
   */
  double[] spread(ToDoubleFunction<Measurement> figure) {
    if (measurements.size() < 2) {
      return null;
    }
    return new double[] {
      measurements.stream().mapToDouble(figure).min().orElseThrow(),
      measurements.stream().mapToDouble(figure).max().orElseThrow()
    };
  }

  private static Measurement middle(List<Measurement> of, ToDoubleFunction<Measurement> figure) {
    return of.stream()
        .sorted(Comparator.comparingDouble(figure))
        .skip((of.size() - 1) / 2)
        .findFirst()
        .orElseThrow();
  }

  private Long bytes(Function<Measurement, Long> figure, long operations) {
    List<Measurement> known =
        measurements.stream().filter(each -> figure.apply(each) != null).toList();
    if (known.isEmpty()) {
      return null;
    }
    ToDoubleFunction<Measurement> each =
        measured -> figure.apply(measured) / (double) measured.operations();
    return Math.round(each.applyAsDouble(middle(known, each)) * operations);
  }

  private Map<String, Double> latencies(Measurement middle) {
    Map<String, Double> medians = new LinkedHashMap<>();
    for (String percentile : middle.latencyMicros().keySet()) {
      List<Double> values =
          measurements.stream()
              .map(each -> each.latencyMicros().get(percentile))
              .filter(Objects::nonNull)
              .sorted()
              .toList();
      medians.put(percentile, values.get((values.size() - 1) / 2));
    }
    return medians;
  }

  /** Returns the measurements as members of a JSON object. */
  Map<String, Object> members() {
    Measurement median = median();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("operations", median.operations());
    members.put("cpuMicros", median.cpuMicros());
    members.put("wallMicros", median.wallMicros());
    members.put("perSecond", median.perSecond());
    if (measurements.size() > 1) {
      members.put("processes", measurements.size());
      members.put("cpuMicrosSpread", spread(Measurement::cpuMicros));
      members.put("wallMicrosSpread", spread(Measurement::wallMicros));
    }
    if (median.bytesRead() != null) {
      members.put("bytesRead", median.bytesRead());
      members.put("bytesWritten", median.bytesWritten());
    }
    if (!median.latencyMicros().isEmpty()) {
      members.put("latencyMicros", median.latencyMicros());
    }
    members.putAll(median.figures());
    return members;
  }
}
