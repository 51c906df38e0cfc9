package org.flashgrove.access.kind;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a structure of a store, understood and possible; {@code toString} is their spec. Each
 * {@link StructureKind} has a subclass for the keys that it reads.
 *
 * <p>Settings are immutable; threads may share them.
 */
public abstract class StructureConfig {
  private final Spec spec;
  private final StructureRole role;

  /**
   * Creates the settings that a kind has read.
   *
   * @param spec the text that the kind has read
   * @param role role of the kind's structures in a store
   */
  protected StructureConfig(Spec spec, StructureRole role) {
    this.spec = spec;
    this.role = role;
  }

  /**
   * Makes the structure in a store whose log has not been replayed yet.
   *
   * @param name its name in the store
   */
  public abstract Structure make(String name, StructureContext site);

  /**
   * Refuses a store that the structure cannot be in. Any store is accepted by default.
   *
   * @param pageSize bytes of a page of the store
   * @param buffer settings of the buffer of a tree in the store
   * @throws SpecException whose message states what is allowed
   */
  public void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
    // the structure needs nothing of the store but its log
  }

  /** Returns how a spatial index measures distances, or null for another structure. */
  public @Nullable Metric metric() {
    return null;
  }

  /** Returns the most bytes of changes that the structure holds in a buffer of its own, or 0. */
  public long ownBufferBytes() {
    return 0;
  }

  /**
   * Returns the memory that the structure asks for. By default that is its own buffer.
   *
   * @param pageSize bytes of a page of the store
   * @param buffer settings of the buffer of a tree in the store
   */
  public MemoryRequest memory(DeviceConfig device, int pageSize, BufferConfig buffer) {
    return MemoryRequest.ofBlocks(ownBufferBytes());
  }

  /**
   * Returns whether a spatial index of a table keeps entries of records that have changed since.
   */
  public boolean isLazy() {
    return false;
  }

  /** Returns whether what the structure keeps has a key, and no place. */
  public boolean isByKey() {
    return isOfPairs();
  }

  /** Returns whether the structure takes the raw flash of a device that has any, as a whole. */
  public boolean isOnRawFlash() {
    return isOfBlocks();
  }

  /**
   * Returns the only order in which an index of sealed blocks is bulk loaded, such as {@code
   * hilbert}, or null for another structure.
   */
  public @Nullable String loadOrder() {
    return null;
  }

  /**
   * Begins the rescue of such a structure from a damaged store. By default it is refused.
   *
   * @throws SpecException if it cannot be rescued
   */
  public StructureSalvage salvage(SalvageContext site) {
    throw new SpecException(
        "structure '"
            + site.name()
            + "' is "
            + site.spec()
            + ", which is not rescued (allowed: a store without one)");
  }

  /** Returns the name of the structure's kind in specs, such as {@code rstar}. */
  public final String kindName() {
    return spec.name();
  }

  /** Returns whether it is of a spatial index: a tree of nodes, or one of sealed blocks. */
  public final boolean isSpatial() {
    return role.isSpatial();
  }

  /** Returns whether it is of the rectangles of a spatial index by their ids. */
  public final boolean isOfIds() {
    return role == StructureRole.IDS;
  }

  /** Returns whether it is of the records of a table. */
  public final boolean isOfRecords() {
    return role == StructureRole.RECORDS;
  }

  /** Returns whether it is of a spatial tree of nodes. */
  public final boolean isTree() {
    return role == StructureRole.TREE;
  }

  /** Returns whether it is of a spatial index of sealed blocks, which is its own buffer. */
  public final boolean isOfBlocks() {
    return role == StructureRole.BLOCK_INDEX;
  }

  /** Returns whether it is of pairs of a key and a value. */
  public final boolean isOfPairs() {
    return role == StructureRole.PAIRS;
  }

  /** Returns whether it keeps records in the order of time and overwrites the oldest ones. */
  public final boolean isOfTimes() {
    return role == StructureRole.TIMES;
  }

  /** Returns whether its nodes are under the store's buffer. */
  public final boolean isUnderBuffer() {
    return isTree() || isOfPairs() || isOfIds();
  }

  /** Returns the settings as those of a kind that the caller knows. */
  public final <C> C of(Class<C> type) {
    return type.cast(this);
  }

  /**
   * Returns the settings as those of a kind.
   *
   * @param type such as {@link org.flashgrove.access.structure.RecordStructure.Settings}
   * @return null if they are of another kind
   */
  public final <C> @Nullable C as(Class<C> type) {
    return type.isInstance(this) ? type.cast(this) : null;
  }

  /** Returns the settings as a spec, as they were given. */
  @Override
  public final String toString() {
    return spec.toString();
  }
}
