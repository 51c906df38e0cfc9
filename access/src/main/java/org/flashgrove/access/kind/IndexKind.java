package org.flashgrove.access.kind;

import java.util.function.Supplier;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.TreeAlgorithm;

/**
 * A kind of spatial tree over pages, such as {@code rstar}. A module adds a kind as a Java service.
 * The file {@code META-INF/services/org.flashgrove.access.kind.IndexKind} names an implementation
 * with a public constructor without parameters. The file {@code META-INF/settings/NAME.txt} of the
 * same module explains the kind and its keys ({@link org.flashgrove.core.spec.SettingsHelp}).
 *
 * <p>A store keeps the spec that it was created with, so later versions must still accept it.
 */
public interface IndexKind {
  /** Returns the kind's name in specs: a letter, then letters and digits, in lower case. */
  String name();

  /**
   * Returns whether the tree needs the extent of the objects. If so, its spec must give the extent
   * as the key {@code domain}.
   */
  default boolean needsDomain() {
    return false;
  }

  /**
   * Reads the keys of a spec and rejects unknown ones. The caller has already read the common key
   * {@code metric}.
   *
   * @param pageSize page size in bytes
   * @return factory that creates an algorithm with these settings on each call
   * @throws org.flashgrove.core.spec.SpecException if the spec is invalid; the message names the
   *     allowed values
   */
  Supplier<TreeAlgorithm> read(Spec spec, int pageSize);
}
