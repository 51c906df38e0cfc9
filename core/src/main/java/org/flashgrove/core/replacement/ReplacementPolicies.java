package org.flashgrove.core.replacement;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import org.flashgrove.core.spec.KindRegistry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * Registry of replacement policies by their names in specs. Other modules add {@link
 * PolicyFamily}s.
 */
public final class ReplacementPolicies {
  private static final String KEY = "policy";
  private static final String LRU = "lru";
  private static final String LITERATURE = "flashgrove-literature";
  private static final String HIERARCHICAL_LRU = "hlru";
  private static final String SIMPLIFIED_2Q = "s2q";
  private static final String FULL_2Q = "2q";
  private static final String ARC = "arc";

  /**
   * The policies of this module.
   *
   * @param names their names in specs
   */
  private record OwnPolicies(List<String> names) implements PolicyFamily {
    @Override
    public PolicyMaker read(String name, Spec spec) {
      return switch (name) {
        case HIERARCHICAL_LRU ->
            (capacity, pageCost, ids, pages) -> new HierarchicalLruPolicy(capacity, pages);
        case SIMPLIFIED_2Q -> simplifiedTwoQueue(spec);
        case FULL_2Q -> twoQueue(spec);
        case ARC -> arc();
        default -> lru();
      };
    }
  }

  private static final KindRegistry<PolicyFamily> FAMILIES =
      new KindRegistry<>(
          "replacement policy",
          List.of(new OwnPolicies(List.of(LRU, HIERARCHICAL_LRU, SIMPLIFIED_2Q, FULL_2Q, ARC))),
          ServiceLoader.load(PolicyFamily.class, PolicyFamily.class.getClassLoader()),
          PolicyFamily::names,
          Map.of(
              "cfdc", LITERATURE,
              "cflru", LITERATURE,
              "fbarc", LITERATURE,
              "forplus", LITERATURE));

  private ReplacementPolicies() {}

  /** Returns the policy that evicts the least recently used page. */
  public static PolicyMaker lru() {
    return (capacity, pageCost, ids, pages) -> new LruPolicy(capacity, pages);
  }

  /**
   * Returns the ARC policy, which resists scans. It keeps two groups of pages, those used at least
   * twice and all others, and adapts the sizes of both groups.
   */
  public static PolicyMaker arc() {
    return (capacity, pageCost, ids, pages) -> new ArcPolicy(capacity, pages);
  }

  /** Returns the names of all policies. */
  public static String[] names() {
    return FAMILIES.names().toArray(new String[0]);
  }

  /**
   * Returns the value of key {@code policy} in a spec; {@code lru} if the key is missing.
   *
   * @throws org.flashgrove.core.spec.AbsentKindException if the policy's module is not on the class
   *     path
   * @throws SpecException if no such policy exists
   */
  public static String chosen(Spec spec) {
    FAMILIES.requireModule(spec.text(KEY, LRU).toLowerCase(Locale.ROOT));
    return spec.choice(KEY, LRU, names());
  }

  /**
   * Returns the policy with the given name. Its parameters are read from the spec: {@code a1}
   * (s2q), {@code a1in}, {@code a1out}, {@code queues=shared|fixed} (2q).
   *
   * @throws org.flashgrove.core.spec.AbsentKindException if the policy's module is not on the class
   *     path
   * @throws SpecException if no such policy exists or a value is not allowed
   */
  public static PolicyMaker named(String name, Spec spec) {
    return FAMILIES.require(name).read(name, spec);
  }

  /**
   * Returns the number of pages that fit in a fraction of the capacity, rounded down.
   *
   * @param share the fraction of the capacity, 0 to 1
   */
  private static int pages(long capacity, long pageCost, double share) {
    return (int) Math.min(Integer.MAX_VALUE, Math.floor(capacity / pageCost * share));
  }

  private static IdentifierQueue queue(IdentifierQueue given, int limit) {
    return given != null ? given : new IdentifierQueue(limit);
  }

  private static PolicyMaker simplifiedTwoQueue(Spec spec) {
    double a1 = spec.fraction("a1", 0.5, 0, 10);
    return (capacity, pageCost, ids, pages) -> {
      double most = Math.ceil((double) capacity / pageCost) * a1;
      return new SimplifiedTwoQueuePolicy(
          capacity, queue(ids, (int) Math.min(Integer.MAX_VALUE, most)), pages);
    };
  }

  private static PolicyMaker twoQueue(Spec spec) {
    double a1In = spec.fraction("a1in", 0.25, 0, 1);
    double a1Out = spec.fraction("a1out", 0.5, 0, 10);
    boolean shared = spec.choice("queues", "shared", "shared", "fixed").equals("shared");
    return (capacity, pageCost, ids, pages) ->
        new TwoQueuePolicy(
            capacity,
            // the fixed part of A1in has at least one page
            (long) Math.floor(Math.max(capacity * a1In, shared ? 0 : Math.min(capacity, pageCost))),
            shared,
            queue(ids, pages(capacity, pageCost, a1Out)),
            pages);
  }
}
