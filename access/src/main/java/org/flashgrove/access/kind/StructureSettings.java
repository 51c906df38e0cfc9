package org.flashgrove.access.kind;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/** Settings of a structure that a {@link StructureKind} has read: understood and possible. */
public interface StructureSettings {
  /**
   * Makes the structure in a store whose log has not been replayed yet.
   *
   * @param name its name in the store
   * @param config these settings
   */
  Structure make(String name, StructureConfig config, StructureSite site);

  /**
   * Refuses a store that the structure cannot be in. Any store is accepted by default.
   *
   * @param spec the settings as a spec, for messages
   * @throws SpecException whose message states what is allowed
   */
  default void requireFits(String spec, StoreForm form, FlashSpec flash) {
    // the structure needs nothing of the store but its log
  }

  /** Returns how a spatial index measures distances, or null for another structure. */
  default @Nullable Metric metric() {
    return null;
  }

  /** Returns the most bytes of changes that the structure holds in a buffer of its own, or 0. */
  default long bufferBytes() {
    return 0;
  }

  /**
   * Returns the memory that the structure asks for. By default that is its own buffer.
   *
   * @param form form of its store, for the size of pages
   * @param buffer settings of the buffer of a tree in its store
   */
  default MemoryRequest memory(StoreForm form, BufferConfig buffer) {
    return MemoryRequest.ofBlocks(bufferBytes());
  }

  /**
   * Returns whether a spatial index of a table keeps entries of records that have changed since.
   */
  default boolean isLazy() {
    return false;
  }

  /** Returns whether the structure keeps a key, and no place, of what it holds. */
  default boolean isByKey() {
    return false;
  }

  /**
   * Returns the only order in which an index of sealed blocks is bulk loaded, such as {@code
   * hilbert}, or null for another structure.
   */
  default @Nullable String loadOrder() {
    return null;
  }

  /**
   * Begins the rescue of such a structure from a damaged store. By default it is refused.
   *
   * @throws SpecException if it cannot be rescued
   */
  default StructureSalvage salvage(SalvageSite site) {
    throw new SpecException(
        "structure '"
            + site.name()
            + "' is "
            + site.spec()
            + ", which is not rescued (allowed: a store without one)");
  }
}
