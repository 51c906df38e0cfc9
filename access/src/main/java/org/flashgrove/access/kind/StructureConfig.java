package org.flashgrove.access.kind;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.jspecify.annotations.Nullable;

/**
 * Validated settings of a structure; {@code toString} returns their spec. Each {@link
 * StructureKind} has a subclass for its keys.
 *
 * <p>Immutable and safe for use by several threads.
 */
public abstract class StructureConfig {
  private final Spec spec;
  private final StructureRole role;

  /**
   * Creates settings.
   *
   * @param spec the spec that the kind has read
   * @param role role of the kind's structures in a store
   */
  protected StructureConfig(Spec spec, StructureRole role) {
    this.spec = spec;
    this.role = role;
  }

  /**
   * Creates the structure in a store whose log has not been replayed yet.
   *
   * @param name name of the structure in its store
   */
  public abstract Structure make(String name, StructureContext site);

  /**
   * Rejects a store that does not support the structure. The default accepts any store.
   *
   * @param pageSize page size of the store in bytes
   * @param buffer settings of the buffer for trees in the store
   * @throws SpecException if the store does not fit; the message names the allowed settings
   */
  public void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
    // By default a structure needs nothing but the log.
  }

  /** Returns the metric of a spatial index, or null for another structure. */
  public @Nullable Metric metric() {
    return null;
  }

  /**
   * Returns the maximum size of the structure's own write buffer in bytes, or 0 if the structure
   * has none.
   */
  public long ownBufferBytes() {
    return 0;
  }

  /**
   * Returns the memory that the structure requests. The default is the size of its own write
   * buffer.
   *
   * @param pageSize page size of the store in bytes
   * @param buffer settings of the buffer for trees in the store
   */
  public MemoryRequest memory(DeviceConfig device, int pageSize, BufferConfig buffer) {
    return MemoryRequest.ofBlocks(ownBufferBytes());
  }

  /**
   * Returns whether a spatial index of a table has lazy maintenance. Such an index may keep old
   * entries of records that have changed.
   */
  public boolean isLazy() {
    return false;
  }

  /** Returns whether the structure is searched by key and not by location. */
  public boolean isByKey() {
    return isOfPairs();
  }

  /** Returns whether the structure uses the whole raw flash of a device that has raw flash. */
  public boolean isOnRawFlash() {
    return isOfBlocks();
  }

  /**
   * Returns the only supported order for bulk loading an index of sealed blocks, such as {@code
   * hilbert}; null for other structures.
   */
  public @Nullable String loadOrder() {
    return null;
  }

  /**
   * Starts the salvage of a structure with these settings. The default implementation throws.
   *
   * @throws SpecException if structures of this kind cannot be salvaged
   */
  public StructureSalvage salvage(SalvageContext site) {
    throw new SpecException(
        "structure '"
            + site.name()
            + "' is "
            + site.spec()
            + ", which cannot be salvaged; restore a backup");
  }

  /** Returns the name of the structure's kind in specs, such as {@code rstar}. */
  public final String kindName() {
    return spec.name();
  }

  /**
   * Returns whether the structure is a spatial index: a tree of nodes, or an index of sealed
   * blocks.
   */
  public final boolean isSpatial() {
    return role.isSpatial();
  }

  /** Returns whether the structure stores the rectangles of a spatial index by id. */
  public final boolean isOfIds() {
    return role == StructureRole.IDS;
  }

  /** Returns whether the structure stores the records of a table. */
  public final boolean isOfRecords() {
    return role == StructureRole.RECORDS;
  }

  /** Returns whether the structure is a spatial tree of nodes. */
  public final boolean isTree() {
    return role == StructureRole.TREE;
  }

  /**
   * Returns whether the structure is a spatial index of sealed blocks, which has its own write
   * buffer.
   */
  public final boolean isOfBlocks() {
    return role == StructureRole.BLOCK_INDEX;
  }

  /** Returns whether the structure stores pairs of a key and a value. */
  public final boolean isOfPairs() {
    return role == StructureRole.PAIRS;
  }

  /** Returns whether the structure stores records in time order and overwrites the oldest ones. */
  public final boolean isOfTimes() {
    return role == StructureRole.TIMES;
  }

  /** Returns whether the nodes of the structure are read and written through the store's buffer. */
  public final boolean isUnderBuffer() {
    return isTree() || isOfPairs() || isOfIds();
  }

  /**
   * Returns these settings, cast to a class.
   *
   * @throws ClassCastException if the settings have another class
   */
  public final <C> C of(Class<C> type) {
    return type.cast(this);
  }

  /**
   * Returns these settings, cast to a class, or null if they have another class.
   *
   * @param type a class of settings, such as {@link
   *     org.flashgrove.access.structure.RecordStructure.Settings}
   */
  public final <C> @Nullable C as(Class<C> type) {
    return type.isInstance(this) ? type.cast(this) : null;
  }

  /** Returns the spec of the settings. */
  @Override
  public final String toString() {
    return spec.toString();
  }
}
