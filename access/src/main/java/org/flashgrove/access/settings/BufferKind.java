package org.flashgrove.access.settings;

import org.flashgrove.core.spec.Spec;

/**
 * A kind of buffer between a tree and the device, such as {@code efind}. A module adds a kind as a
 * Java service. The file {@code META-INF/services/org.flashgrove.access.settings.BufferKind} names
 * an implementation with a public constructor without parameters. The file {@code
 * META-INF/settings/NAME.txt} of the same module explains the kind and its keys ({@link
 * org.flashgrove.core.spec.SettingsHelp}).
 *
 * <p>A store keeps the spec that it was created with, so later versions must still accept it.
 */
public interface BufferKind {
  /** Returns the kind's name in specs: a letter, then letters and digits, in lower case. */
  String name();

  /**
   * Reads the keys of a spec and rejects unknown ones.
   *
   * @throws org.flashgrove.core.spec.SpecException if the spec is invalid; the message names the
   *     allowed values
   */
  BufferConfig read(Spec spec);
}
