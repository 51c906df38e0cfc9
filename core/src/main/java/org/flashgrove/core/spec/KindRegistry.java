package org.flashgrove.core.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the implementations of one interface by their names in specs. An implementation with
 * its name is called a kind. The kinds of the registry's own module come first, followed by the
 * services of other modules, sorted by name. A service cannot replace a kind of the own module.
 *
 * @param <K> interface of the kinds
 */
public final class KindRegistry<K> {
  private final String part;
  private final Map<String, String> modules;
  private final Map<String, K> kinds = new LinkedHashMap<>();

  /**
   * Creates a registry.
   *
   * @param part role of the kinds in a store, such as {@code index}, for messages
   * @param own the kinds of this module
   * @param services the kinds of other modules
   * @param names returns the names of a kind, one or more
   * @param modules optional kinds by name, with the Maven artifact of each
   */
  public KindRegistry(
      String part,
      List<? extends K> own,
      ServiceLoader<? extends K> services,
      Function<K, List<String>> names,
      Map<String, String> modules) {
    this.part = part;
    this.modules = modules;
    own.forEach(kind -> add(kind, names));
    List<K> found = new ArrayList<>();
    services.forEach(found::add);
    found.sort(Comparator.comparing(kind -> names.apply(kind).get(0)));
    found.forEach(kind -> add(kind, names));
  }

  private void add(K kind, Function<K, List<String>> names) {
    names.apply(kind).forEach(name -> kinds.putIfAbsent(name, kind));
  }

  /** Returns the names of all kinds. */
  public Set<String> names() {
    return Collections.unmodifiableSet(kinds.keySet());
  }

  /** Returns all kinds. */
  public List<K> all() {
    return List.copyOf(kinds.values());
  }

  /** Returns the kind with the given name, or null. */
  public @Nullable K find(String name) {
    return kinds.get(name);
  }

  /**
   * Returns the kind with the given name.
   *
   * @throws AbsentKindException if the kind is in a module that is not on the class path
   * @throws SpecException if no such kind exists; the message lists the existing kinds
   */
  public K require(String name) {
    K kind = kinds.get(name);
    if (kind == null) {
      requireModule(name);
      throw new SpecException(
          "unknown " + part + " '" + name + "' (allowed: " + String.join(", ", names()) + ")");
    }
    return kind;
  }

  /**
   * Checks that the module of a kind is on the class path.
   *
   * @throws AbsentKindException if it is not; the message names the module
   */
  public void requireModule(String name) {
    String artifact = modules.get(name);
    if (artifact != null && !kinds.containsKey(name)) {
      throw new AbsentKindException(part, name, artifact);
    }
  }
}
