package org.flashgrove.access.kind;

/**
 * Role of a structure kind in a store. It decides which calls and commands apply to structures of
 * this kind.
 */
public enum StructureRole {
  /** A spatial tree over pages, an {@link org.flashgrove.access.kind.IndexKind}. */
  TREE("index"),

  /**
   * A spatial index of sealed blocks, which never change once they are written: a {@link
   * org.flashgrove.access.structure.BlockStructure}. The setting {@code memory} in its spec
   * includes its own write buffer. It orders entries by their position in a domain, and packs its
   * log frames.
   */
  BLOCK_INDEX("index"),

  /** Pairs of a key and a value: a {@link org.flashgrove.access.structure.PairStructure}. */
  PAIRS("key tree"),

  /** Rectangles of a spatial index by id. */
  IDS("rectangles by id"),

  /**
   * A structure that stores records in time order: a {@link
   * org.flashgrove.access.structure.TimeStructure}. When the structure is full, new records
   * overwrite the oldest ones.
   */
  TIMES("records by time"),

  /** Records of a table. */
  RECORDS("records"),

  /**
   * Any other structure. Applications get it by {@link org.flashgrove.access.Store#structure} and
   * cast it to its class.
   */
  OTHER("structure");

  private final String part;

  StructureRole(String part) {
    this.part = part;
  }

  /** Returns the name under which the reference of settings lists structures with this role. */
  public String part() {
    return part;
  }

  /** Returns whether the structure is a spatial index. */
  public boolean isSpatial() {
    return this == TREE || this == BLOCK_INDEX;
  }
}
