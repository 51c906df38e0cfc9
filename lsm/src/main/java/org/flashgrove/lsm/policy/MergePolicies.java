package org.flashgrove.lsm.policy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.core.spec.Spec;

/** Registry of merge policies by their names in specs. */
public final class MergePolicies {
  /** Key in specs that names a policy. */
  public static final String KEY = "policy";

  private static final Map<String, Function<Spec, MergePolicy>> POLICIES = new LinkedHashMap<>();

  static {
    POLICIES.put("binomial", BinomialPolicy::of);
    POLICIES.put("tiered", TieredPolicy::of);
    POLICIES.put("constant", ConstantPolicy::of);
    POLICIES.put("prefix", PrefixPolicy::of);
    POLICIES.put("concurrent", ConcurrentPolicy::of);
    POLICIES.put("leveled", LeveledPolicy::of);
  }

  private MergePolicies() {}

  /**
   * Reads the policy and its settings from a spec such as {@code policy=binomial,k=4}. The caller
   * must reject keys that remain unread.
   *
   * @throws org.flashgrove.core.spec.SpecException if a name or a value is not allowed
   */
  public static MergePolicy of(Spec spec) {
    String name = spec.choice(KEY, "binomial", POLICIES.keySet().toArray(new String[0]));
    return POLICIES.get(name).apply(spec);
  }

  /**
   * Returns whether the merges of a policy create many components, each of about the size of a
   * flush.
   */
  public static boolean cuts(MergePolicy policy) {
    return policy instanceof LeveledPolicy;
  }
}
