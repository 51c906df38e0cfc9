package org.flashgrove.jmh.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Performance target of Flashgrove, with the measured value.
 *
 * @param row name of the target, which says what was measured
 * @param asked the target in words
 * @param measured the value to compare with the target
 * @param beside additional information
 * @param holds whether the target is met
 */
public record Target(String row, String asked, double measured, String beside, boolean holds) {
  /** Returns the target and the measured value as members of a JSON object. */
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
