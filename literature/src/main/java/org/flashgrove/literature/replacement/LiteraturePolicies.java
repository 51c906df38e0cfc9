package org.flashgrove.literature.replacement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.core.replacement.PolicyFamily;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.spec.Spec;

/**
 * Registry of the replacement policies of this module: {@code cflru} with the key {@code window};
 * {@code cfdc} with {@code window} and {@code cluster}; {@code forplus} with {@code hot}, {@code
 * readcost} and {@code writecost}; {@code fbarc} with {@code writelist}, {@code cluster} and {@code
 * distance}.
 */
public final class LiteraturePolicies implements PolicyFamily {
  private static final Map<String, Function<Spec, PolicyMaker>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("cflru", LiteraturePolicies::cleanFirst);
    BY_NAME.put("cfdc", LiteraturePolicies::cleanFirstDirtyClustered);
    BY_NAME.put("forplus", LiteraturePolicies::forPlus);
    BY_NAME.put("fbarc", LiteraturePolicies::fbarc);
  }

  @Override
  public List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  @Override
  public PolicyMaker read(String name, Spec spec) {
    return BY_NAME.get(name).apply(spec);
  }

  /**
   * Returns the number of pages in a share of a capacity, rounded down.
   *
   * @param pageCost cost of a page in the unit of the capacity
   */
  private static int pages(long capacity, long pageCost, double share) {
    return (int) Math.min(Integer.MAX_VALUE, Math.floor(capacity / pageCost * share));
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
