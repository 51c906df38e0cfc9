package org.flashgrove.spark.read;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * Registry of the conditions whose rows an inner read of the driver must exclude. The read names
 * them with an option.
 */
public final class ExceptConditions {
  /** Option of the inner read. */
  public static final String OPTION = "flashgrove.except";

  private static final Map<String, Predicate[]> CONDITIONS = new ConcurrentHashMap<>();

  private ExceptConditions() {}

  /** Registers conditions under a new name while {@code run} runs. */
  public static void during(Predicate[] conditions, Consumer<String> run) {
    String name = UUID.randomUUID().toString();
    CONDITIONS.put(name, conditions);
    try {
      run.accept(name);
    } finally {
      CONDITIONS.remove(name);
    }
  }

  /**
   * Returns the conditions with a name.
   *
   * @throws IllegalArgumentException if there are none
   */
  static Predicate[] named(String name) {
    Predicate[] conditions = CONDITIONS.get(name);
    if (conditions == null) {
      throw new IllegalArgumentException(
          "option " + OPTION + " is internal (allowed: reading without it)");
    }
    return conditions;
  }
}
