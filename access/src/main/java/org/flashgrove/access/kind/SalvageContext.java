package org.flashgrove.access.kind;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.grove.index.SalvagedIndex;
import org.flashgrove.storage.salvage.SalvageLosses;

/** Gives access to one structure of a damaged store, and offers the ways to salvage it. */
public interface SalvageContext {
  /** Returns the structure's name. */
  String name();

  /** Returns the spec of the structure. */
  String spec();

  /** Returns the structure's number in the log and in page maps. */
  int number();

  /**
   * Returns the tag of the structure: a number in the header of each of its pages. The tag tells
   * these pages from pages of other structures and stores.
   */
  long tag();

  /**
   * Returns the readable pages and the log of the damaged store.
   *
   * @param type the class {@code SalvagedStore} of the module {@code flashgrove-salvage}; passed by
   *     the caller because the module of this interface does not depend on {@code
   *     flashgrove-salvage}
   */
  <T> T files(Class<T> type);

  /** Returns the list to which the salvage adds data that is lost. */
  SalvageLosses losses();

  /** Returns the list to which the salvage adds data that may be outdated. */
  SalvageLosses uncertainties();

  /**
   * Salvages a spatial tree with the given node layout.
   *
   * @throws org.flashgrove.core.spec.SpecException if the store's buffer writes pages of its own
   *     format
   */
  StructureSalvage tree(TreeLayout layout);

  /**
   * Salvages a B+-tree of pairs.
   *
   * @throws org.flashgrove.core.spec.SpecException if the store's buffer writes pages of its own
   *     format
   */
  StructureSalvage pairs();

  /** Salvages a heap file of records. */
  StructureSalvage records();

  /** Returns a reader of the entries of this structure, which must be a Grove. */
  SalvagedIndex grove();

  /**
   * Salvages an index of sealed blocks.
   *
   * @param index reads the entries of the blocks
   * @param blockPages number of pages of a block
   */
  StructureSalvage blocks(SalvagedIndex index, int blockPages);
}
