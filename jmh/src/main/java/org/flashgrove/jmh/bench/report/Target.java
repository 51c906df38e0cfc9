package org.flashgrove.jmh.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A bound of ours beside what was measured.
 *
 * @param row what was measured
 * @param asked the bound in words
 * @param measured the figure that is compared with it
 * @param beside what goes with it
 * @param holds whether it keeps to the bound
 */
public record Target(String row, String asked, double measured, String beside, boolean holds) {
  /** Returns the members of a JSON object. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("row", row);
    members.put("asked", asked);
    members.put("measured", measured);
    members.put("beside", beside);
    members.put("holds", holds);
    return members;
  }
}
