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
  private final ServiceLoader<? extends K> services;
  private final Function<K, List<String>> names;
  private final Map<String, K> own = new LinkedHashMap<>();
  private @Nullable Map<String, K> all; // guarded by this

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
    this.services = services;
    this.names = names;
    for (K kind : own) {
      add(kind, this.own);
    }
  }

  private void add(K kind, Map<String, K> to) {
    for (String name : names.apply(kind)) {
      to.putIfAbsent(name, kind);
    }
  }

  private synchronized Map<String, K> kinds() {
    Map<String, K> loaded = all;
    if (loaded == null) {
      List<K> found = new ArrayList<>();
      services.forEach(found::add);
      found.sort(Comparator.comparing(kind -> names.apply(kind).get(0)));
      loaded = new LinkedHashMap<>(own);
      for (K kind : found) {
        add(kind, loaded);
      }
      all = loaded;
    }
    return loaded;
  }

  /** Returns the names of all kinds. */
  public Set<String> names() {
    return Collections.unmodifiableSet(kinds().keySet());
  }

  /** Returns all kinds. */
  public List<K> all() {
    return List.copyOf(kinds().values());
  }

  /** Returns whether the registry's own module has a kind with the given name. */
  public boolean isOwn(String name) {
    return own.containsKey(name);
  }

  /** Returns the kind with the given name, or null. */
  public @Nullable K find(String name) {
    K kind = own.get(name);
    return kind == null ? kinds().get(name) : kind;
  }

  /**
   * Returns the kind with the given name.
   *
   * @throws AbsentKindException if the kind is in a module that is not on the class path
   * @throws SpecException if no such kind exists; the message lists the existing kinds
   */
  public K require(String name) {
    K kind = find(name);
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
    if (artifact != null && find(name) == null) {
      throw new AbsentKindException(part, name, artifact);
    }
  }
}
