package org.flashgrove.lab.advise;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A configuration to run on the device.
 *
 * @param trial what it cost on the simulator
 * @param reasons why it is proposed, a sentence each
 */
record Proposal(Trial trial, List<String> reasons) {
  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>(trial.members());
    members.put("reasons", reasons);
    return members;
  }
}
