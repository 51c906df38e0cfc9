package org.flashgrove.access;

import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.access.settings.TreeConfig;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.micro.MicroGfOptions;
import org.flashgrove.indexes.micro.MicroHashOptions;
import org.flashgrove.indexes.mutree.MuTreeOptions;
import org.jspecify.annotations.Nullable;

/** Settings of a structure of a store, understood and possible; {@code toString} is their spec. */
public final class StructureConfig {
  /** Makes the structure in a store that is not open yet. */
  @FunctionalInterface
  interface Maker {
    Structure make(String name, StructureConfig config, StructureSite site);
  }

  /** Refuses what the files or the buffers of a store do not allow. */
  @FunctionalInterface
  interface Rule {
    void require(StructureConfig config, StoreForm form, FlashSpec flash);
  }

  /** Settings of a structure that holds changes in a buffer of its own. */
  interface OwnBuffer {
    /** Returns the bytes of changes that it holds at most. */
    long bufferBytes();
  }

  /**
   * A kind of structures.
   *
   * @param isTree whether it is a spatial tree of nodes
   * @param isOfBlocks whether it is a spatial index of sealed blocks: such an index is its own
   *     buffer and needs a domain, and its frames are packed in the log
   */
  record Kind(Rule rule, Maker maker, boolean isTree, boolean isOfBlocks) {}

  private final Spec spec;
  private final Kind kind;
  private final Object settings;

  StructureConfig(Spec spec, Kind kind, Object settings) {
    this.spec = spec;
    this.kind = kind;
    this.settings = settings;
  }

  /**
   * Reads the spec of a structure.
   *
   * @param pageSize bytes of a page of its store
   * @throws SpecException whose message states what is not understood and what is allowed
   */
  public static StructureConfig parse(String text, int pageSize) {
    return StructureKinds.read(Spec.parse(text), pageSize);
  }

  /** Returns the name of its kind in specs, such as {@code rstar}. */
  public String kindName() {
    return spec.name();
  }

  /** Returns whether it is of a spatial index: a tree of nodes, or one of sealed blocks. */
  public boolean isSpatial() {
    return isTree() || isOfBlocks();
  }

  /** Returns whether it is of a spatial tree of nodes. */
  boolean isTree() {
    return kind.isTree();
  }

  /** Returns whether it is of a spatial index of sealed blocks, which is its own buffer. */
  boolean isOfBlocks() {
    return kind.isOfBlocks();
  }

  /** Returns how a spatial index measures distances; null for another structure. */
  public @Nullable Metric metric() {
    if (settings instanceof TreeConfig tree) {
      return tree.metric();
    }
    return settings instanceof BlockStructure.Settings blocks ? blocks.metric() : null;
  }

  /**
   * Returns the only order that an index of sealed blocks is bulk loaded in, one of {@link
   * LoadOptions#orders}; null for another structure.
   */
  public @Nullable String loadOrder() {
    if (settings instanceof LsmStructure.Settings lsm) {
      return lsm.tree().bulkOrder().word();
    }
    return settings instanceof GroveStructure.Settings ? BulkOrder.HILBERT.word() : null;
  }

  /** Returns whether it is of pairs of a key and a value. */
  public boolean isOfPairs() {
    return settings instanceof KeyStructure.Settings || settings instanceof MuTreeOptions;
  }

  /** Returns whether it keeps records in the order of time and overwrites the oldest ones. */
  public boolean isOfTimes() {
    return settings instanceof MicroHashOptions || settings instanceof MicroGfOptions;
  }

  /** Returns whether it takes the raw flash of a device that has any, as a whole. */
  boolean isOnRawFlash() {
    return isOfBlocks() || isOfTimes() || settings instanceof MuTreeOptions;
  }

  /** Returns the bytes of changes that the structure holds in a buffer of its own at most, or 0. */
  long ownBufferBytes() {
    return settings instanceof OwnBuffer own ? own.bufferBytes() : 0;
  }

  /** Returns the settings, which are of a kind that the caller knows. */
  public <C> C of(Class<C> type) {
    return type.cast(settings);
  }

  /**
   * Returns the settings as the record of their kind.
   *
   * @param type such as {@link RecordStructure.Settings}
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
  void requireFits(StoreForm form, FlashSpec flash) {
    kind.rule().require(this, form, flash);
  }

  /** Makes the structure in a store that is not open yet. */
  Structure make(String name, StructureSite site) {
    return kind.maker().make(name, this, site);
  }

  @Override
  public String toString() {
    return spec.toString();
  }
}
