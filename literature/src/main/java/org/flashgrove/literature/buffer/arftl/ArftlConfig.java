package org.flashgrove.literature.buffer.arftl;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.literature.buffer.rftl.RftlConfig;

/**
 * Parameters of aRFTL.
 *
 * @param rftl parameters of RFTL
 * @param measure property of entries from which aggregates are computed: {@code area}, {@code id},
 *     {@code x} or {@code y}
 */
public record ArftlConfig(RftlConfig rftl, String measure) {
  /**
   * Parses a spec such as {@code arftl:buffer=512K,measure=area}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is invalid
   */
  public static ArftlConfig of(Spec spec) {
    String measure = spec.choice("measure", "area", Measure.names());
    return new ArftlConfig(RftlConfig.of(spec), measure);
  }
}
