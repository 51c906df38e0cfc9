package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.Excerpt;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.feature.TextSource;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The features of GeoJSON: of a FeatureCollection, or Feature objects one after the other, also as
 * a text sequence (RFC 8142), or geometries in place of features, which have no attributes. Ids are
 * whole numbers if that of the first feature is one; else features are counted from 1.
 *
 * <p>A feature has at most 16,777,216 characters, 64 levels of arrays and objects, and a file 1,024
 * attributes. An attribute that is an object or an array is its JSON text.
 */
final class GeoJsonFeatures extends GeometryCursor {
  private static final String FEATURE = "Feature";
  private static final int MOST_LEVELS = 64;
  private static final String ALLOWED =
      "a FeatureCollection, or Feature objects or geometries one after the other";

  private static final Set<String> GEOMETRIES =
      Set.of(
          "Point",
          "LineString",
          "Polygon",
          "MultiPoint",
          "MultiLineString",
          "MultiPolygon",
          "GeometryCollection");

  private final TextSource source;
  private final FeatureBounds text;
  private final JsonParser json;
  private final GeometryReader geometries = new GeometryReader(new GeometryFactory());
  private final Properties properties = new Properties();
  private boolean begun;
  private boolean inCollection;
  private long line;
  private long number;
  private Boolean hasIds;
  private Long givenId;
  private String type;
  private Geometry geometry;
  private BadFeatureException bad;

  /** Members of a geometry in the place of a feature; null within a collection of features. */
  private GeometryMembers bare;

  GeoJsonFeatures(TextSource source, BadRowPolicy policy) {
    super(source.name(), policy);
    this.source = source;
    this.text = new FeatureBounds(source.reader());
    StreamReadConstraints bounds =
        StreamReadConstraints.builder()
            .maxNestingDepth(MOST_LEVELS)
            .maxStringLength(FeatureBounds.MOST_CHARS)
            .build();
    try {
      json =
          JsonFactory.builder()
              .streamReadConstraints(bounds)
              .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // it keeps all names
              .build()
              .createParser(text);
    } catch (IOException e) {
      source.close();
      throw TextSource.problem(source.name(), 0, e);
    }
  }

  @Override
  protected boolean advance() {
    try {
      return inCollection ? nextOfCollection() : nextAtTop();
    } catch (FeatureBounds.ExceededException e) {
      throw new InputException(
          file(),
          place(),
          e.getMessage(),
          "at most " + FeatureBounds.MOST_CHARS + " characters a feature",
          e);
    } catch (JsonProcessingException e) {
      JsonLocation at = json.currentLocation(); // the exception may have none
      throw new InputException(
          file(),
          "line " + at.getLineNr() + ", column " + at.getColumnNr(),
          Excerpt.of(e.getOriginalMessage()),
          "JSON, at most " + MOST_LEVELS + " arrays and objects within each other",
          e);
    } catch (IOException e) {
      throw TextSource.problem(file(), line, e);
    }
  }

  private boolean nextOfCollection() throws IOException {
    JsonToken token = json.nextToken();
    if (token == JsonToken.START_OBJECT) {
      readObject(false);
      return true;
    }
    if (token != JsonToken.END_ARRAY) {
      throw notAllowed("a member of features is no object");
    }
    inCollection = false;
    while (json.getParsingContext().getNestingDepth() > 0) { // members behind the features
      json.nextToken();
      json.skipChildren();
    }
    return nextAtTop();
  }

  private boolean nextAtTop() throws IOException {
    JsonToken token = json.nextToken();
    if (token == null) {
      if (!begun) {
        throw new InputException(file(), 0, "is empty", ALLOWED);
      }
      return false;
    }
    if (token != JsonToken.START_OBJECT) {
      throw notAllowed("no object");
    }
    begun = true;
    readObject(true);
    return !inCollection || nextOfCollection();
  }

  private InputException notAllowed(String wrong) {
    long at = json.currentTokenLocation().getLineNr();
    return new InputException(file(), "line " + at, wrong, ALLOWED, null);
  }

  /** Reads a feature, or the beginning of a collection up to its first feature. */
  private void readObject(boolean atTop) throws IOException {
    text.begin();
    line = json.currentTokenLocation().getLineNr();
    int depth = json.getParsingContext().getNestingDepth();
    bad = null;
    givenId = null;
    type = null;
    geometry = null;
    properties.clear();
    bare = atTop ? geometries.members() : null;
    try {
      while (json.nextToken() != JsonToken.END_OBJECT) {
        if (readMember(json.currentName(), atTop)) {
          inCollection = true;
          return;
        }
      }
      if (atTop && type != null && GEOMETRIES.contains(type)) {
        geometry = bare.geometry(type);
        type = FEATURE;
      }
    } catch (BadFeatureException e) {
      bad = e;
      while (json.getParsingContext().getNestingDepth() >= depth) {
        json.nextToken();
      }
    }
    if (atTop && bad == null && !FEATURE.equals(type)) {
      throw notAllowed(
          type == null
              ? "an object without a type"
              : "an object of type " + Excerpt.quoted(type) + " without features");
    }
    number++;
    if (hasIds == null && bad == null) {
      hasIds = givenId != null;
    }
  }

  /** Reads a member; returns whether it is the array of features of a collection. */
  private boolean readMember(String name, boolean atTop) throws IOException {
    JsonToken token = json.nextToken();
    switch (name) {
      case "type" -> type = json.getValueAsString();
      case "id" -> givenId = wholeNumber(token);
      case "geometry" -> geometry = geometries.read(json);
      case "properties" -> properties.read(json);
      case "features" -> {
        if (atTop && token == JsonToken.START_ARRAY) {
          return true;
        }
        json.skipChildren();
      }
      default -> {
        if (bare == null || FEATURE.equals(type) || !bare.read(name, json)) {
          json.skipChildren();
        }
      }
    }
    return false;
  }

  private Long wholeNumber(JsonToken token) throws IOException {
    if (token == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      return json.getLongValue();
    }
    json.skipChildren();
    return null;
  }

  @Override
  protected Geometry read() {
    if (bad != null) {
      throw problem(bad.getMessage(), bad.allowed());
    }
    if (!FEATURE.equals(type)) {
      throw problem("an object of another type in features", "objects of type Feature");
    }
    if (hasIds && givenId == null) {
      throw problem(
          "has no id that is a whole number, where the first feature has one",
          "such ids of all features, or of none");
    }
    return geometry;
  }

  @Override
  protected String place() {
    return "line " + line;
  }

  @Override
  public long id() {
    return hasIds ? givenId : number;
  }

  @Override
  public List<String> attributeNames() {
    return properties.names();
  }

  @Override
  public Object attribute(int attribute) {
    return properties.value(attribute);
  }

  @Override
  public void close() {
    source.close();
  }
}
