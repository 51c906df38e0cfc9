package org.flashgrove.access.kind;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.grove.index.SalvagedIndex;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.salvage.SalvageLosses;

/** One structure of a damaged store that is being rescued, and ready-made ways to rescue it. */
public interface SalvageContext {
  /** Returns the structure's name. */
  String name();

  /** Returns the spec of the structure. */
  String spec();

  /** Returns the structure's number, by which the log names it. */
  int number();

  /** Returns what binds the pages of the structure to it. */
  long tag();

  /** Returns the slots and the log of the store. */
  SalvagedStore files();

  /** Receives what is lost. */
  SalvageLosses losses();

  /** Receives what may be out of date. */
  SalvageLosses uncertainties();

  /**
   * Rescues a spatial tree by the layout of its nodes.
   *
   * @throws org.flashgrove.core.spec.SpecException if the store's buffer writes pages of its own
   *     format
   */
  StructureSalvage tree(TreeLayout layout);

  /**
   * Rescues a B+-tree of pairs.
   *
   * @throws org.flashgrove.core.spec.SpecException if the store's buffer writes pages of its own
   *     format
   */
  StructureSalvage pairs();

  /** Rescues a heap file of records. */
  StructureSalvage records();

  /**
   * Rescues an index of sealed blocks.
   *
   * @param index finds the entries
   * @param blockPages pages of a block
   */
  StructureSalvage blocks(SalvagedIndex index, int blockPages);
}
