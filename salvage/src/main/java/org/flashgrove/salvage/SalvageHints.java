package org.flashgrove.salvage;

import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.jspecify.annotations.Nullable;

/**
 * Knowledge of the caller about a store whose description cannot be read. Each component may be
 * missing.
 *
 * @param index spec of the store's only index, or null
 * @param device spec of the device, or null; needed only for a simulated device
 * @param pageSize page size in bytes, or 0 if unknown
 * @param structures specs of the store's structures by name, in the order of the structures'
 *     numbers, as {@link StoreDesign#structures} returns them; needed only if the store has several
 *     structures or a table, otherwise empty
 */
public record SalvageHints(
    @Nullable String index, @Nullable String device, int pageSize, Map<String, String> structures) {
  /** Hints that tell nothing about the store. */
  public static final SalvageHints NONE = new SalvageHints(null, null, 0);

  /** Creates hints for a store that has a single index and no table. */
  public SalvageHints(@Nullable String index, @Nullable String device, int pageSize) {
    this(index, device, pageSize, Map.of());
  }
}
