package org.flashgrove.access.kind;

import org.flashgrove.core.spec.Spec;

/**
 * A kind of structure, such as {@code bplus} or {@code grove}. A module adds a kind as a Java
 * service. The file {@code META-INF/services/org.flashgrove.access.kind.StructureKind} names an
 * implementation with a public constructor without parameters. The file {@code
 * META-INF/settings/NAME.txt} of the same module explains the kind and its keys ({@link
 * org.flashgrove.core.spec.SettingsHelp}). A spatial tree over pages is an {@link
 * org.flashgrove.access.kind.IndexKind} instead.
 *
 * <p>A store keeps the spec that it was created with, so later versions must still accept it.
 */
public interface StructureKind {
  /** Returns the kind's name in specs: a letter, then letters and digits, in lower case. */
  String name();

  /** Returns the role that structures of this kind have in a store. */
  StructureRole role();

  /** Returns whether the structure needs the extent of the objects, as the key {@code domain}. */
  default boolean needsDomain() {
    return role() == StructureRole.BLOCK_INDEX;
  }

  /**
   * Reads the keys of a spec and rejects unknown ones.
   *
   * @param pageSize page size in bytes
   * @throws org.flashgrove.core.spec.SpecException if the spec is invalid; the message names the
   *     allowed values
   */
  StructureConfig read(Spec spec, int pageSize);
}
