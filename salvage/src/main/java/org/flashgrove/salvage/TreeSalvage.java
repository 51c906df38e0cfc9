package org.flashgrove.salvage;

import java.nio.file.Path;
import org.flashgrove.access.kind.Rescue;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.SpatialStructure;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.salvage.entry.LeafEntries;
import org.flashgrove.salvage.entry.RescuedEntries;
import org.flashgrove.salvage.node.NodeSalvage;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.jspecify.annotations.NullUnmarked;

/**
 * Salvages a spatial tree. First it inserts all entries that certainly belonged to the newest
 * commit. Then it inserts each uncertain entry, unless the new tree already contains an equal one.
 */
@NullUnmarked
final class TreeSalvage implements StructureSalvage {
  private final TreeLayout layout;
  private final NodeSalvage nodes;
  private final SalvageLosses losses;
  private final int sortMemory;
  private final long mostEntries;

  /**
   * Prepares the salvage of one tree.
   *
   * @param logBytes size of the log in bytes
   * @param number number of the tree in the store
   * @param tag tag that binds pages to the tree
   * @param uncertainties receives a message for each leaf that may be outdated, deleted or
   *     incomplete
   */
  TreeSalvage(
      SalvagedStore files,
      long logBytes,
      TreeLayout layout,
      int number,
      long tag,
      SalvageLosses uncertainties) {
    this.layout = layout;
    losses = files.losses();
    nodes = new NodeSalvage(files, layout, number, tag, uncertainties);
    long pages = files.slots().count();
    int pageSize = files.slots().pageSize();
    long usual = Math.max(BulkConfig.LEAST_SORT_MEMORY, 4 * pages * pageSize);
    sortMemory = (int) Math.min(BulkConfig.defaultSortMemory(), usual);
    int most = NodePage.capacity(pageSize, layout.leaf());
    mostEntries = pages * most + logBytes / (Long.BYTES * layout.leaf().words());
  }

  @Override
  public void look() {
    nodes.look();
  }

  @Override
  public Rescue rescue(Structure into) {
    SpatialTree tree = Internals.tree((SpatialStructure) into);
    RescuedEntries rescued =
        new RescuedEntries(tree, new LeafEntries(layout.leaf()), mostEntries, losses);
    long certain = load(tree, rescued);
    if (certain != nodes.figures().entriesExpected()) {
      nodes.entries(false, rescued::uncertain);
    } // otherwise all entries were found, and the uncertain ones are outdated
    return new Rescue(
        rescued.uncertainCount(),
        rescued.duplicates(),
        rescued.impossible(),
        nodes.figures().entriesExpected(),
        nodes.figures());
  }

  /**
   * Inserts the certain entries, by a bulk load if the tree supports it. Returns the number of
   * inserted entries.
   */
  private long load(SpatialTree tree, RescuedEntries rescued) {
    long met;
    try (BulkLoader loader = loader(tree)) {
      RescuedEntries.Taker taker = loader == null ? tree::insert : loader::add;
      met = nodes.entries(true, (leaf, words) -> rescued.certain(leaf, words, taker));
      if (loader != null && loader.size() > 0) {
        tree.load(loader);
      }
    }
    return met - rescued.finish(met == nodes.figures().entriesExpected());
  }

  /**
   * Returns a bulk loader that uses the tree's default order of entries. Returns null if the tree
   * cannot be bulk loaded.
   */
  private BulkLoader loader(SpatialTree tree) {
    try {
      BulkOrder order = tree.bulkOrders().get(0); // the default order of this kind of tree
      Path spill = Path.of(System.getProperty("java.io.tmpdir"));
      return tree.bulkLoader(new BulkConfig(order, spill).withSortMemory(sortMemory));
    } catch (UnsupportedOperationException e) {
      return null;
    }
  }
}
