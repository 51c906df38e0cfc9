package org.flashgrove.salvage;

import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.jspecify.annotations.Nullable;

/**
 * Hints for the salvage of a store whose description cannot be read. Each part is optional.
 *
 * @param index spec of the store's only index, or null
 * @param device spec of the device, or null; needed only for a simulated device
 * @param pageSize page size in bytes, or 0 if unknown
 * @param structures spec of each structure by its name, in the order of the structures' numbers, as
 *     {@link StoreDesign#structures} returns them; empty unless the store has several structures or
 *     a table
 */
public record SalvageHints(
    @Nullable String index, @Nullable String device, int pageSize, Map<String, String> structures) {
  /** Hints without any part. */
  public static final SalvageHints NONE = new SalvageHints(null, null, 0);

  /** Creates hints for a store of one index. */
  public SalvageHints(@Nullable String index, @Nullable String device, int pageSize) {
    this(index, device, pageSize, Map.of());
  }
}
