package org.flashgrove.geotools.example;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.filter.Filter;
import org.geotools.filter.text.cql2.CQLException;
import org.geotools.filter.text.ecql.ECQL;

/**
 * Colours of features by rules: the first rule whose filter a feature passes decides. It is no SLD:
 * a renderer of GeoTools, which draws that, is in no artifact of Maven Central.
 */
public final class MapStyle {
  private static final String ARROW = "=>";

  /** Colours of features that pass a filter. */
  private record Rule(Filter filter, Color fill, Color line) {}

  private final List<Rule> rules = new ArrayList<>();

  private MapStyle() {}

  /**
   * Returns a style.
   *
   * @param rules each {@code FILTER => FILL LINE}, the filter in ECQL, colours as {@code #rrggbb}:
   *     {@code area > 300 => #c06040 #402010}
   * @throws IllegalArgumentException for a rule of another form; states what is allowed
   */
  public static MapStyle of(List<String> rules) {
    MapStyle style = new MapStyle();
    for (String each : rules) {
      int arrow = each.lastIndexOf(ARROW);
      String[] colours = each.substring(Math.max(0, arrow + ARROW.length())).trim().split(" +");
      if (arrow < 0 || colours.length != 2) {
        throw refused(each, null);
      }
      try {
        style.rules.add(
            new Rule(
                ECQL.toFilter(each.substring(0, arrow).trim()),
                Color.decode(colours[0]),
                Color.decode(colours[1])));
      } catch (CQLException | NumberFormatException e) {
        throw refused(each, e);
      }
    }
    style.rules.add(new Rule(Filter.INCLUDE, new Color(0xd8d0c0), new Color(0x605848)));
    return style;
  }

  private static IllegalArgumentException refused(String rule, Exception cause) {
    return new IllegalArgumentException(
        "rule '" + rule + "' (allowed: FILTER => #rrggbb #rrggbb, the filter in ECQL)", cause);
  }

  /** Returns the colours of a feature: of what is within, and of lines. */
  Color[] colours(SimpleFeature feature) {
    for (Rule each : rules) {
      if (each.filter.evaluate(feature)) {
        return new Color[] {each.fill, each.line};
      }
    }
    throw new IllegalStateException("the last rule is for all");
  }
}
