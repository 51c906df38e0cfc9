package org.flashgrove.access.geodesic;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/** Registry of metrics by their names in specs of spatial indices. */
public final class Metrics {
  /** The key of specs that names the metric. */
  public static final String KEY = "metric";

  private static final List<String> NAMES = List.of(Metric.PLANAR.name(), GeodesicMetric.NAME);

  private Metrics() {}

  /** Returns the names of all metrics. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(new LinkedHashSet<>(NAMES));
  }

  /** Returns the metric that the spec of an index names, by default the planar metric. */
  public static Metric of(Spec spec) {
    String name = spec.choice(KEY, Metric.PLANAR.name(), NAMES.toArray(new String[0]));
    return name.equals(GeodesicMetric.NAME) ? GeodesicMetric.WGS84 : Metric.PLANAR;
  }

  /**
   * Rejects an unknown name of a metric.
   *
   * @throws SpecException if no such metric exists; the message lists the metrics
   */
  public static void requireKnown(String name) {
    if (!NAMES.contains(name)) {
      throw new SpecException("metric '" + name + "' (allowed: " + String.join(", ", NAMES) + ")");
    }
  }

  /**
   * Adds a metric to the spec of a spatial index.
   *
   * @param index spec of the index, such as {@code rstar}
   * @param name name of the metric
   * @throws SpecException if no such metric exists, or the spec names another metric; the message
   *     names both
   */
  public static String with(String index, String name) {
    requireKnown(name);
    Map<String, String> keys = new LinkedHashMap<>(Spec.parse(index).values());
    String said = keys.getOrDefault(KEY, name);
    if (!said.equalsIgnoreCase(name)) {
      throw new SpecException(
          "metric '"
              + name
              + "' with index '"
              + index
              + "', which sets another metric; leave out one of them");
    }
    if (!name.equals(Metric.PLANAR.name())) {
      keys.putIfAbsent(KEY, name);
    }
    StringBuilder text = new StringBuilder(Spec.parse(index).name());
    keys.forEach(
        (key, value) ->
            text.append(text.indexOf(":") < 0 ? ':' : ',').append(key).append('=').append(value));
    return text.toString();
  }
}
