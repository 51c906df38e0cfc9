package org.flashgrove.efind;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;

/**
 * Registry of the read buffer's replacement policies, by the names that specs use.
 *
 * <p>Temporal control needs RQ, a queue of the nodes read last (Carniel's thesis, 2019, section
 * 6.6.4). The queue A1 of the policy S2Q and the queue A1out of 2Q contain identifiers of recently
 * read pages, so they serve as RQ. ARC's ghost lists B1 and B2 cannot serve as RQ, because they
 * contain identifiers of pages that have <em>left</em> the buffer. With ARC, as with LRU, a
 * separate RQ records every read from the device.
 *
 * <p>Algorithm 8 caches a written node if its id is in RQ. With ARC, the node then enters list T2
 * if its id is in a ghost list, otherwise T1. This is our choice, because the thesis does not
 * discuss ARC.
 */
final class ReadPolicies {
  /** Name by which specs turn off the read buffer. */
  static final String NONE = "none";

  private static final Map<String, ReadPolicies> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put(NONE, new ReadPolicies("lru", false, false));
    BY_NAME.put("lru", new ReadPolicies("lru", false, true));
    BY_NAME.put("hlru", new ReadPolicies("hlru", false, true));
    BY_NAME.put("s2q", new ReadPolicies("s2q", true, false));
    // Each queue has its part of the buffer, as in the C implementation.
    BY_NAME.put("2q", new ReadPolicies("2q:queues=fixed", true, false));
    BY_NAME.put("arc", new ReadPolicies("arc", false, true));
  }

  private final PolicyMaker maker;
  private final boolean keepsReadQueue;
  private final boolean readsAreNoted;
  private final boolean keepsLevels;

  private ReadPolicies(String spec, boolean keepsReadQueue, boolean readsAreNoted) {
    Spec parsed = Spec.parse(spec);
    maker = ReplacementPolicies.named(parsed.name(), parsed);
    parsed.requireAllUsed();
    keepsLevels = parsed.name().equals("hlru");
    this.keepsReadQueue = keepsReadQueue;
    this.readsAreNoted = readsAreNoted;
  }

  static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  static ReadPolicies named(String name) {
    return BY_NAME.get(name);
  }

  /** Returns whether the policy stores the tree level of each page. */
  boolean keepsLevels() {
    return keepsLevels;
  }

  /** Returns the factory of the policy. */
  PolicyMaker maker() {
    return maker;
  }

  /**
   * Returns whether the policy uses RQ, the queue of recently read nodes, as one of its own queues
   * (A1 of S2Q, A1out of 2Q). RQ must then exist even if temporal control does not need it.
   */
  boolean keepsReadQueue() {
    return keepsReadQueue;
  }

  /**
   * Returns whether the buffer must record in RQ, the queue of recently read nodes, each page that
   * it reads from the device (Carniel's thesis, Algorithm 5, line 11). Otherwise the policy records
   * reads itself.
   */
  boolean readsAreNoted() {
    return readsAreNoted;
  }
}
