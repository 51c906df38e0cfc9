package org.flashgrove.lab.experiment.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Describes how the queries of a workload step were generated. The description becomes part of the
 * settings of an {@link org.flashgrove.lab.experiment.Execution}, one measured run of an
 * experiment.
 */
final class Provenance {
  private Provenance() {}

  /**
   * Returns the generator of the queries and all its inputs as settings.
   *
   * @param generator method that draws the queries (Carniel's thesis, 2019, section 2.2.1)
   * @param more alternating names and values of further settings
   */
  static Map<String, Object> of(
      String generator, int count, DataSet data, long seed, Object... more) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("generator", generator);
    members.put("count", count);
    for (int i = 0; i < more.length; i += 2) {
      members.put(more[i].toString(), more[i + 1]);
    }
    List<Double> region = new ArrayList<>();
    for (double each : data.domain()) {
      region.add(each);
    }
    members.put("region", region);
    members.put("seed", seed);
    return members;
  }
}
