package org.flashgrove.core.replacement;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/** The replacement policies by their names in specs. */
public final class ReplacementPolicies {
  private static final Map<String, Function<Spec, PolicyMaker>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("lru", spec -> lru());
    BY_NAME.put(
        "hlru",
        spec -> (capacity, pageCost, ids, pages) -> new HierarchicalLruPolicy(capacity, pages));
    BY_NAME.put("s2q", ReplacementPolicies::simplifiedTwoQueue);
    BY_NAME.put("2q", ReplacementPolicies::twoQueue);
    BY_NAME.put("arc", spec -> (capacity, pageCost, ids, pages) -> new ArcPolicy(capacity, pages));
    BY_NAME.put("cflru", ReplacementPolicies::cleanFirst);
    BY_NAME.put("cfdc", ReplacementPolicies::cleanFirstDirtyClustered);
    BY_NAME.put("forplus", ReplacementPolicies::forPlus);
    BY_NAME.put("fbarc", ReplacementPolicies::fbarc);
  }

  private ReplacementPolicies() {}

  /** Returns the policy that evicts the page used longest ago. */
  public static PolicyMaker lru() {
    return (capacity, pageCost, ids, pages) -> new LruPolicy(capacity, pages);
  }

  /** Returns the names. */
  public static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  /**
   * Returns the policy of a name with the parameters of a spec, which is asked for the policy's own
   * keys only: {@code a1} (s2q), {@code a1in}, {@code a1out}, {@code queues=shared|fixed} (2q),
   * {@code window} (cflru, cfdc), {@code cluster} (cfdc, fbarc), {@code hot}, {@code readcost},
   * {@code writecost} (forplus), {@code writelist}, {@code distance} (fbarc).
   *
   * @throws SpecException if there is no such policy or a value is not allowed
   */
  public static PolicyMaker named(String name, Spec spec) {
    Function<Spec, PolicyMaker> reader = BY_NAME.get(name);
    if (reader == null) {
      throw new SpecException(
          "unknown replacement policy '"
              + name
              + "' (allowed: "
              + String.join(", ", BY_NAME.keySet())
              + ")");
    }
    return reader.apply(spec);
  }

  /** Returns a part of the pages a capacity holds, rounded down. */
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
            // the fixed part of A1in takes one page at least
            (long) Math.floor(Math.max(capacity * a1In, shared ? 0 : Math.min(capacity, pageCost))),
            shared,
            queue(ids, pages(capacity, pageCost, a1Out)),
            pages);
  }

  private static PolicyMaker cleanFirst(Spec spec) {
    double window = spec.fraction("window", 0.25, 0, 1);
    return (capacity, pageCost, ids, pages) ->
        new CleanFirstLruPolicy(capacity, pages(capacity, pageCost, window), pages);
  }

  private static PolicyMaker cleanFirstDirtyClustered(Spec spec) {
    double window = spec.fraction("window", 0.5, 0, 1);
    int cluster = spec.integer("cluster", 16, 1, 1 << 16);
    return (capacity, pageCost, ids, pages) ->
        new CleanFirstDirtyClusteredPolicy(
            capacity, (long) Math.floor(capacity * (1 - window)), cluster, pages);
  }

  private static PolicyMaker forPlus(Spec spec) {
    double hot = spec.fraction("hot", 0.5, 0, 1);
    int readCost = spec.integer("readcost", 1, 1, 1 << 20);
    int writeCost = spec.integer("writecost", 10, 1, 1 << 20);
    return (capacity, pageCost, ids, pages) ->
        new ForPlusPolicy(capacity, pages(capacity, pageCost, hot), readCost, writeCost, pages);
  }

  private static PolicyMaker fbarc(Spec spec) {
    double writeList = spec.fraction("writelist", 0.3, 0, 0.9);
    int cluster = spec.integer("cluster", 16, 1, 1 << 16);
    int distance = spec.integer("distance", 10, 0, 1 << 30);
    return (capacity, pageCost, ids, pages) ->
        new FbarcPolicy(
            capacity, (long) Math.floor(capacity * writeList), cluster, distance, pages);
  }
}
