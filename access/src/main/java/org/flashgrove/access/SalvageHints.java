package org.flashgrove.access;

/**
 * What is known of a damaged store whose description cannot be read; each may be left out.
 *
 * @param index its index, as a spec, or null
 * @param device its device, as a spec, or null: needed for simulated ones only
 * @param pageSize bytes of its pages, or 0
 */
public record SalvageHints(String index, String device, int pageSize) {
  /** Nothing. */
  public static final SalvageHints NONE = new SalvageHints(null, null, 0);
}
