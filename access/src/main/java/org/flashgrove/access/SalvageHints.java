package org.flashgrove.access;

import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.jspecify.annotations.Nullable;

/**
 * Hints for the salvage of a store whose description cannot be read. Each part may be left out.
 *
 * @param index its index, as a spec, or null
 * @param device its device, as a spec, or null: needed for simulated ones only
 * @param pageSize bytes of its pages, or 0
 * @param structures the structures of a store of several, or of a table, in the order of their
 *     numbers: specs by names, as {@link StoreDesign#structures} has them; or none
 */
public record SalvageHints(
    @Nullable String index, @Nullable String device, int pageSize, Map<String, String> structures) {
  /** Nothing. */
  public static final SalvageHints NONE = new SalvageHints(null, null, 0);

  /** Hints of a store of one index. */
  public SalvageHints(@Nullable String index, @Nullable String device, int pageSize) {
    this(index, device, pageSize, Map.of());
  }
}
