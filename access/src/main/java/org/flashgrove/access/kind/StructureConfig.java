package org.flashgrove.access.kind;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/** Settings of a structure of a store, understood and possible; {@code toString} is their spec. */
public final class StructureConfig {
  private final Spec spec;
  private final StructureKind kind;
  private final StructureSettings settings;

  /**
   * Creates the configuration that a kind has read.
   *
   * @param spec the text that the kind has read
   */
  public StructureConfig(Spec spec, StructureKind kind, StructureSettings settings) {
    this.spec = spec;
    this.kind = kind;
    this.settings = settings;
  }

  /** Returns the name of its kind in specs, such as {@code rstar}. */
  public String kindName() {
    return spec.name();
  }

  /** Returns whether it is of a spatial index: a tree of nodes, or one of sealed blocks. */
  public boolean isSpatial() {
    return kind.role().isSpatial();
  }

  /** Returns whether it is of the rectangles of a spatial index by their ids. */
  public boolean isOfIds() {
    return kind.role() == StructureRole.IDS;
  }

  /** Returns whether it is of the records of a table. */
  public boolean isOfRecords() {
    return kind.role() == StructureRole.RECORDS;
  }

  /** Returns whether it is of a spatial tree of nodes. */
  public boolean isTree() {
    return kind.role() == StructureRole.TREE;
  }

  /** Returns whether it is of a spatial index of sealed blocks, which is its own buffer. */
  public boolean isOfBlocks() {
    return kind.role() == StructureRole.BLOCK_INDEX;
  }

  /** Returns how a spatial index measures distances; null for another structure. */
  public @Nullable Metric metric() {
    return settings.metric();
  }

  /**
   * Returns the only order in which an index of sealed blocks is bulk loaded, such as {@code
   * hilbert}; null for another structure.
   */
  public @Nullable String loadOrder() {
    return settings.loadOrder();
  }

  /** Returns whether it is of pairs of a key and a value. */
  public boolean isOfPairs() {
    return kind.role() == StructureRole.PAIRS;
  }

  /** Returns whether what it keeps has a key, and no place. */
  public boolean isByKey() {
    return isOfPairs() || settings.isByKey();
  }

  /** Returns whether it keeps records in the order of time and overwrites the oldest ones. */
  public boolean isOfTimes() {
    return kind.role() == StructureRole.TIMES;
  }

  /** Returns whether it takes the raw flash of a device that has any, as a whole. */
  public boolean isOnRawFlash() {
    return kind.isOnRawFlash();
  }

  /**
   * Returns whether a spatial index of a table keeps entries of records that have changed since.
   */
  public boolean isLazy() {
    return settings.isLazy();
  }

  /** Returns the bytes of changes that the structure holds in a buffer of its own at most, or 0. */
  public long ownBufferBytes() {
    return settings.bufferBytes();
  }

  /**
   * Returns the memory that the structure asks for.
   *
   * @param form form of its store
   * @param buffer settings of the buffer of a tree in its store
   */
  public MemoryRequest memory(StoreForm form, BufferConfig buffer) {
    return settings.memory(form, buffer);
  }

  /** Returns the settings, which are of a kind that the caller knows. */
  public <C> C of(Class<C> type) {
    return type.cast(settings);
  }

  /**
   * Returns the settings as the record of their kind.
   *
   * @param type such as {@link org.flashgrove.access.structure.RecordStructure.Settings}
   * @return null if they are of another kind
   */
  public <C> @Nullable C as(Class<C> type) {
    return type.isInstance(settings) ? type.cast(settings) : null;
  }

  /**
   * Refuses a store that the structure cannot be in.
   *
   * @throws SpecException naming what is allowed
   */
  public void requireFits(StoreForm form, FlashSpec flash) {
    settings.requireFits(toString(), form, flash);
  }

  /** Makes the structure in a store that is not open yet. */
  public Structure make(String name, StructureSite site) {
    return settings.make(name, this, site);
  }

  /**
   * Begins the rescue of such a structure.
   *
   * @throws SpecException if it cannot be rescued
   */
  public StructureSalvage salvage(SalvageSite site) {
    return settings.salvage(site);
  }

  @Override
  public String toString() {
    return spec.toString();
  }
}
