package org.flashgrove.lab.advise;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A configuration that is proposed for the device.
 *
 * @param trial the configuration and its cost on the simulator
 * @param reasons reasons for the proposal, one sentence each
 */
record Proposal(Trial trial, List<String> reasons) {
  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>(trial.members());
    members.put("reasons", reasons);
    return members;
  }
}
