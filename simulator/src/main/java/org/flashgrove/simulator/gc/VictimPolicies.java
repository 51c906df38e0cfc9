package org.flashgrove.simulator.gc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/** Registry of the policies that select blocks to collect, by name. */
public final class VictimPolicies {
  private static final int DEFAULT_CHOICES = 10;
  private static final Map<String, Function<Spec, VictimPolicy.Factory>> POLICIES =
      new LinkedHashMap<>();

  static {
    POLICIES.put("greedy", spec -> Greedy::new);
    POLICIES.put("costbenefit", spec -> CostBenefit::new);
    POLICIES.put("dchoices", VictimPolicies::dChoices);
    POLICIES.put("fifo", spec -> (blocks, pagesPerBlock) -> new Fifo(blocks));
  }

  private VictimPolicies() {}

  private static VictimPolicy.Factory dChoices(Spec spec) {
    int choices = spec.integer("d", DEFAULT_CHOICES, 1, 1 << 20);
    int seed = spec.integer("seed", 1, 0, Integer.MAX_VALUE);
    return (blocks, pagesPerBlock) -> new DChoices(blocks, choices, seed);
  }

  /**
   * Returns the policy that key {@code gc} names (default {@code greedy}). Policy {@code dchoices}
   * also has the keys {@code d=10} and {@code seed=1}.
   *
   * @throws SpecException if no such policy exists
   */
  public static VictimPolicy.Factory of(Spec spec) {
    String name = spec.choice("gc", "greedy", POLICIES.keySet().toArray(new String[0]));
    return POLICIES.get(name).apply(spec);
  }
}
