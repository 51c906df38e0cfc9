package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.flashgrove.datasets.feature.FreshIds;

/**
 * Ids of the features of a file. If the id of the first feature is a 64-bit integer, the ids come
 * from the file; else features are numbered from 1. The ids of the file then become an attribute.
 */
final class FeatureIds {
  /** Name of the attribute, unless a property has it. */
  static final String ATTRIBUTE = "id";

  private final Properties properties;
  private Boolean areGiven;
  private int place = -1;
  private FreshIds fresh;
  private long kept;
  private long made;

  FeatureIds(Properties properties) {
    this.properties = properties;
  }

  /** Reads the whole file when an id cannot be used. */
  interface Scan {
    /** Adds the ids that are integers; returns whether a property has the name {@code id}. */
    boolean addIds(FreshIds used);
  }

  /** Reads the member. Returns null for null, an array or an object. */
  static Object read(JsonParser json, JsonToken token) throws IOException {
    if (token == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      return json.getLongValue();
    }
    if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
      return json.getText();
    }
    json.skipChildren();
    return null;
  }

  /**
   * Returns the id of a feature.
   *
   * @param given id in the file, or null if there is none
   * @param number position of the feature in the file, from 1
   * @param scan null if the file can be read only once
   */
  long idOf(Object given, long number, Scan scan) {
    if (areGiven == null) {
      areGiven = given instanceof Long;
    }
    if (areGiven && given instanceof Long id) {
      return id;
    }
    boolean needsScan = areGiven || given != null;
    if (needsScan && fresh == null) {
      begin(scan);
    }
    if (given != null) {
      properties.set(place, given);
      kept++;
    }
    return areGiven ? make() : number;
  }

  private void begin(Scan scan) {
    if (scan == null && areGiven) {
      throw new BadFeatureException(
          "has no id that is a whole number, where the first feature has one",
          "such ids of all features of a stream, or a file");
    }
    fresh = new FreshIds();
    boolean isTaken = scan != null && scan.addIds(fresh);
    place = properties.add(isTaken ? ATTRIBUTE + "_" : ATTRIBUTE);
  }

  private long make() {
    made++;
    try {
      return fresh.next();
    } catch (IllegalStateException e) {
      throw new BadFeatureException("has no id, and " + e.getMessage(), "ids of all features");
    }
  }

  /** Returns messages on ids that became an attribute and on new ids. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (kept > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%,d ids are kept as attribute %s, as not all ids are whole numbers of 64 bits",
              kept,
              properties.names().get(place)));
    }
    if (made > 0) {
      notes.add(FreshIds.note(made));
    }
    return notes;
  }
}
