package org.flashgrove.access.kind;

import org.flashgrove.core.spec.Spec;

/**
 * A kind of structures of a store, such as {@code bplus} or {@code grove}. A module adds one by a
 * file {@code META-INF/services/org.flashgrove.access.kind.StructureKind} that names an
 * implementation with a public constructor without parameters. A file {@code
 * META-INF/settings/NAME.txt} of the same module explains the kind and its keys ({@link
 * org.flashgrove.core.spec.SettingsHelp}). Spatial trees over pages are an {@link
 * org.flashgrove.access.kind.IndexKind} instead.
 *
 * <p>A store keeps the spec that it was created with, so later versions must read it, too.
 */
public interface StructureKind {
  /** Returns the kind's name in specs: a letter, then letters and digits, in lower case. */
  String name();

  /** Returns the role of its structures in a store. */
  StructureRole role();

  /** Returns whether the structure orders entries by the extent of the objects, {@code domain}. */
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
