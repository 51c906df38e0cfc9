package org.flashgrove.access.salvage;

import java.util.List;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.storage.node.SalvageStats;
import org.flashgrove.storage.salvage.SlotStats;
import org.jspecify.annotations.Nullable;

/**
 * Result of a salvage: what was rescued and what was lost.
 *
 * <p>An entry that is not uncertain belonged, with the same rectangle, to the newest commit that
 * left any trace ({@link SalvageStats#newestCommit}). Later commits may be lost. Bytes at the end
 * of the log that form no frame are reported as a loss; frames that were cut off without a trace
 * cannot be reported.
 *
 * @param design what the damaged store was made of, as far as that is known
 * @param slots what was met in the slots of the page file
 * @param structures what was rescued of each structure; indices of tables, which are made anew from
 *     the records, are none of them
 * @param lossCount number of losses
 * @param losses the first of them, a line each
 * @param uncertaintyCount number of leaves that may be out of date, or deleted, or lack entries
 * @param uncertainties the first of them, a line each
 */
public record SalvageReport(
    StoreDesign design,
    SlotStats slots,
    List<RescuedStructure> structures,
    long lossCount,
    List<String> losses,
    long uncertaintyCount,
    List<String> uncertainties) {
  /** Returns the entries and records in the new store; those of tables' indices do not count. */
  public long entries() {
    return structures.stream().mapToLong(RescuedStructure::entries).sum();
  }

  /** Returns those of them that may be out of date, or deleted. */
  public long uncertainEntries() {
    return structures.stream().mapToLong(RescuedStructure::uncertain).sum();
  }

  /**
   * Returns the structure of a name.
   *
   * @throws IllegalArgumentException if none was rescued
   */
  public RescuedStructure structure(String name) {
    return structures.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no structure '" + name + "' was rescued"));
  }

  /** Returns whether a structure is records, rather than entries. */
  public boolean isOfRecords(RescuedStructure structure) {
    StructureConfig config = design.structures().get(structure.name());
    return config != null && config.isOfRecords();
  }

  /** Returns the slots with a sound image of a node, current or not. */
  public long nodeImages() {
    return structures.stream()
        .filter(each -> each.figures() != null)
        .mapToLong(each -> each.figures().nodeImages())
        .sum();
  }

  /** Returns the figures of the first tree, which is all there is of a store of one tree. */
  public @Nullable SalvageStats figures() {
    return structures.get(0).figures();
  }

  /**
   * Returns whether nothing is lost or uncertain: the entries are those of the newest commit that
   * left any trace, and no trace of a later commit exists.
   */
  public boolean isComplete() {
    return lossCount == 0 && structures.stream().allMatch(RescuedStructure::isComplete);
  }
}
