package org.flashgrove.efind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.core.spec.Spec;

/**
 * Presets, which are spec keys that stand for several other keys. {@code efind:auto} is the setting
 * that proved best over all data sets; {@code docs/evidence/results/efind.txt} describes how it was
 * found. Explicit keys override the preset: {@code efind:auto,buffer=1M}.
 */
public final class EfindPresets {
  private static final String NAME = "efind";
  private static final String AUTO = "auto";
  private static final Spec AUTO_KEYS =
      Spec.parse(
          "efind:policy=mh,p=60%,unit=1,together=64,tc=reads,read=20%,cached=inner,rows=packed,"
              + "logform=packed");

  private EfindPresets() {}

  /**
   * Replaces {@code auto} in a spec by the keys that it stands for. Returns other specs unchanged.
   */
  public static String expand(String spec) {
    int colon = spec.indexOf(':');
    if (colon < 0 || !spec.substring(0, colon).trim().equalsIgnoreCase(NAME)) {
      return spec;
    }
    List<String> given = new ArrayList<>();
    boolean isAuto = false;
    for (String part : spec.substring(colon + 1).split(",", -1)) {
      if (part.trim().toLowerCase(Locale.ROOT).equals(AUTO) && !isAuto) {
        isAuto = true;
      } else {
        given.add(part);
      }
    }
    if (!isAuto) {
      return spec;
    }
    Spec rest = Spec.parse(NAME + ":" + String.join(",", given));
    Map<String, String> keys = new LinkedHashMap<>(AUTO_KEYS.values());
    keys.putAll(rest.values());
    List<String> pairs = new ArrayList<>();
    keys.forEach((key, value) -> pairs.add(key + "=" + value));
    return NAME + ":" + String.join(",", pairs);
  }
}
