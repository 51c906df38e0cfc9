package org.flashgrove.salvage;

import java.util.List;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.storage.node.SalvageStats;
import org.flashgrove.storage.salvage.SlotStats;
import org.jspecify.annotations.Nullable;

/**
 * Result of a salvage: the number of salvaged entries, and the losses.
 *
 * <p>An entry is certain if it belonged, with the same rectangle, to the newest commit of which any
 * trace was found ({@link SalvageStats#newestCommit}). Later commits may be lost without a trace.
 * Bytes at the end of the log that are not a valid frame are reported as a loss. If the log file
 * was cut off directly after a valid frame, the report cannot mention the frames that were cut off.
 *
 * @param design design of the damaged store, as far as known
 * @param slots statistics about the slots of the page file
 * @param structures result of each structure; tables' indices are not listed, because they are
 *     rebuilt from the records
 * @param lossCount number of losses
 * @param losses description of each loss, one line per loss; only the first ones if there are many
 * @param uncertaintyCount number of leaves that may be outdated, deleted or incomplete
 * @param uncertainties description of each such leaf, one line per leaf; only the first ones if
 *     there are many
 */
public record SalvageReport(
    StoreDesign design,
    SlotStats slots,
    List<RescuedStructure> structures,
    long lossCount,
    List<String> losses,
    long uncertaintyCount,
    List<String> uncertainties) {
  /**
   * Returns the number of entries and records in the new store. Entries of table indices are not
   * counted.
   */
  public long entries() {
    return structures.stream().mapToLong(RescuedStructure::entries).sum();
  }

  /** Returns the number of entries that may be outdated or deleted. */
  public long uncertainEntries() {
    return structures.stream().mapToLong(RescuedStructure::uncertain).sum();
  }

  /**
   * Returns the result for a structure.
   *
   * @throws IllegalArgumentException if no structure with this name was salvaged
   */
  public RescuedStructure structure(String name) {
    return structures.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "structure '"
                        + name
                        + "' was not rescued (allowed: "
                        + structures.stream().map(RescuedStructure::name).toList()
                        + ")"));
  }

  /** Returns whether a structure contains records; if not, it contains entries. */
  public boolean isOfRecords(RescuedStructure structure) {
    StructureConfig config = design.structures().get(structure.name());
    return config != null && config.isOfRecords();
  }

  /**
   * Returns the number of slots that contain an undamaged page of a node. A page counts even if it
   * is outdated.
   */
  public long nodeImages() {
    return structures.stream()
        .filter(each -> each.figures() != null)
        .mapToLong(each -> each.figures().nodeImages())
        .sum();
  }

  /** Returns the statistics of the first structure if it is a tree, otherwise null. */
  public @Nullable SalvageStats figures() {
    return structures.get(0).figures();
  }

  /**
   * Returns whether nothing is lost or uncertain. The new store then contains exactly the entries
   * of the newest commit of which any trace was found.
   */
  public boolean isComplete() {
    return lossCount == 0 && structures.stream().allMatch(RescuedStructure::isComplete);
  }
}
