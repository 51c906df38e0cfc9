package org.flashgrove.spark.read;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * Registry of conditions whose matching rows a read must leave out. The driver starts such a read
 * when it replaces rows that match conditions. An option of the read contains the name under which
 * the conditions are registered.
 */
public final class ExceptConditions {
  /** Option of a read. Its value is the name under which the conditions are registered. */
  public static final String OPTION = "flashgrove.except";

  private static final Map<String, Predicate[]> CONDITIONS = new ConcurrentHashMap<>();

  private ExceptConditions() {}

  /**
   * Registers conditions under a new name, and passes the name to {@code run}. Removes the
   * conditions after {@code run} has returned or failed.
   */
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
   * Returns the conditions that are registered under a name.
   *
   * @throws IllegalArgumentException if the name is not registered
   */
  static Predicate[] named(String name) {
    Predicate[] conditions = CONDITIONS.get(name);
    if (conditions == null) {
      throw new IllegalArgumentException("option " + OPTION + ": is internal; omit it");
    }
    return conditions;
  }
}
