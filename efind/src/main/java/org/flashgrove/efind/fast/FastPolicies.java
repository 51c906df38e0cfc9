package org.flashgrove.efind.fast;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;

/** Registry of the flushing policies of FAST, by the names that specs use. */
final class FastPolicies {
  /** Name of the flushing policy FAST* as the C implementation FESTIval computes it. */
  static final String FAST_STAR = "fast*";

  private static final Map<String, LongFunction<FastPolicy>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put(FAST_STAR, seed -> (updates, lastUpdate) -> updates - lastUpdate);
    BY_NAME.put("fast*n", seed -> new NormalizedFastStar());
    BY_NAME.put("fast", seed -> (updates, lastUpdate) -> updates);
    BY_NAME.put("all", seed -> new FlushAll());
    BY_NAME.put("random", FlushRandom::new);
  }

  private FastPolicies() {}

  static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  static FastPolicy named(String name, long seed) {
    return BY_NAME.get(name).apply(seed);
  }

  /**
   * Variant of FAST* that puts updates and age on one scale. The score of a unit is {@code w u /
   * max(u) + (1 - w) age / max(age)}, where {@code u} is its number of updates, {@code max} is
   * taken over all units, and {@code w = 0.5}.
   *
   * <p>This formula is our own, because the formula of the FAST paper (Sarwat et al. 2011) was not
   * available. Both formulas prefer units with many updates that were not changed recently. The
   * score of a unit changes as the unit ages, so each selection examines all units.
   */
  private static final class NormalizedFastStar implements FastPolicy {
    private static final double UPDATES_WEIGHT = 0.5;

    @Override
    public long score(long updates, long lastUpdate) {
      return updates;
    }

    @Override
    public long pick(FlushingUnits units) {
      double mostUpdates = 1;
      double greatestAge = 1;
      for (int i = 0; i < units.size(); i++) {
        mostUpdates = Math.max(mostUpdates, units.updates(i));
        greatestAge = Math.max(greatestAge, units.age(i));
      }
      int best = 0;
      double bestScore = -1;
      for (int i = 0; i < units.size(); i++) {
        double score =
            UPDATES_WEIGHT * units.updates(i) / mostUpdates
                + (1 - UPDATES_WEIGHT) * units.age(i) / greatestAge;
        if (score > bestScore || score == bestScore && units.unit(i) < units.unit(best)) {
          best = i;
          bestScore = score;
        }
      }
      return units.unit(best);
    }
  }

  /** Policy by which each flush writes all units that have updates. */
  private static final class FlushAll implements FastPolicy {
    @Override
    public long score(long updates, long lastUpdate) {
      return updates;
    }

    @Override
    public boolean flushesAll() {
      return true;
    }
  }

  /** Flushes a random unit among the units that have updates. */
  private static final class FlushRandom implements FastPolicy {
    private final Random random;

    FlushRandom(long seed) {
      random = new Random(seed);
    }

    @Override
    public long score(long updates, long lastUpdate) {
      return updates;
    }

    @Override
    public long pick(FlushingUnits units) {
      return units.unit(random.nextInt(units.size()));
    }
  }
}
