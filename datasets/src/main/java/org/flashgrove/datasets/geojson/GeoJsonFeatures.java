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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.Excerpt;
import org.flashgrove.datasets.file.TextSource;
import org.flashgrove.datasets.row.TextFacts;
import org.flashgrove.datasets.row.TextRowCursor;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Cursor over the features of a GeoJSON file: a FeatureCollection, a series of Feature objects, or
 * a text sequence (RFC 8142). A geometry instead of a feature becomes a feature without attributes.
 * Ids that are not 64-bit integers become the attribute {@code id}. An attribute that is an object
 * or an array becomes its JSON text.
 *
 * <p>A feature has at most 16,777,216 characters and 64 levels of arrays and objects. A file has at
 * most 1,024 attributes.
 */
final class GeoJsonFeatures extends GeometryCursor implements TextRowCursor {
  private static final String FEATURE = "Feature";

  /** Name of the attribute for ids, unless a property has this name. */
  private static final String ID = "id";

  private static final int MOST_LEVELS = 64;

  private static final JsonFactory TEXTS =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MOST_LEVELS)
                  .maxStringLength(FeatureBounds.MOST_CHARS)
                  .build())
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // would keep all names in memory
          .build();

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
  private final Supplier<TextSource> again;
  private CoordinateSystem system = CoordinateSystem.WGS84;
  private boolean begun;
  private boolean inCollection;
  private long line;
  private long number;
  private long position;
  private int series;
  private final boolean isPart;
  private Object givenId;

  /**
   * Index of the attribute for ids that are not 64-bit integers, or -1 as long as no such id was
   * found.
   */
  private int idPlace = -1;

  private String type;
  private Geometry geometry;
  private BadFeatureException bad;

  /**
   * Members of a geometry object that stands in the place of a feature; null within a collection of
   * features.
   */
  private GeometryMembers bare;

  /**
   * Opens a file.
   *
   * @param again opens the file again; null for a stream
   */
  GeoJsonFeatures(TextSource source, BadRowPolicy policy, Supplier<TextSource> again) {
    super(source.name(), policy);
    this.again = again;
    this.isPart = false;
    this.source = source;
    this.text = new FeatureBounds(source.reader());
    try {
      json = TEXTS.createParser(text);
    } catch (IOException e) {
      source.close();
      throw TextSource.problem(source.name(), 0, e);
    }
  }

  /**
   * Opens features from the middle of a file.
   *
   * @param again opens the whole file; null if features without an id may get any id
   * @param number number of features before them
   * @param isArray whether the features are in a collection
   */
  GeoJsonFeatures(
      TextSource part,
      BadRowPolicy policy,
      Supplier<TextSource> again,
      TextFacts facts,
      long number,
      boolean isArray) {
    super(part.name(), policy);
    this.again = again;
    begun = true;
    this.isPart = true;
    this.source = part;
    this.number = number;
    system = facts.system();
    idPlace = facts.idAttribute();
    inCollection = isArray;
    expectIds(facts.areIdsGiven());
    properties.addAll(facts.keys(), idPlace);
    text = new FeatureBounds(isArray ? new ArrayText(part.reader()) : part.reader());
    try {
      json = TEXTS.createParser(text);
      if (isArray) {
        json.nextToken();
      }
    } catch (IOException e) {
      source.close();
      throw TextSource.problem(source.name(), 0, e);
    }
    of(RowForms.RECORDS);
  }

  @Override
  protected boolean advance() {
    return read(inCollection ? this::nextOfCollection : this::nextAtTop);
  }

  /** Step of the parser. Returns false at the end of the text. */
  private interface Step {
    boolean take() throws IOException;
  }

  @Override
  public void skip() {
    read(
        () -> {
          json.nextToken();
          text.begin();
          json.skipChildren();
          number++;
          return true;
        });
  }

  private boolean read(Step step) {
    try {
      return step.take();
    } catch (FeatureBounds.ExceededException e) {
      throw new InputException(
          file(),
          place(),
          e.getMessage(),
          "at most " + FeatureBounds.MOST_CHARS + " characters a feature",
          e);
    } catch (JsonProcessingException e) {
      JsonLocation at = json.currentLocation(); // the exception may have no location
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
    series++;
    while (json.getParsingContext().getNestingDepth() > 0) { // members after the features
      if (json.nextToken() == JsonToken.FIELD_NAME && json.currentName().equals(CrsMember.NAME)) {
        readLateCrs();
      }
      json.skipChildren();
    }
    return nextAtTop();
  }

  private void readLateCrs() throws IOException {
    long at = json.currentTokenLocation().getLineNr();
    json.nextToken();
    CoordinateSystem named = CrsMember.read(json);
    if (!named.equals(system)) {
      throw new InputException(
          file(),
          "line " + at,
          "names the coordinate system " + named + " behind the features",
          "member crs before them",
          null);
    }
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

  /** Reads a feature, or the start of a collection up to its first feature. */
  private void readObject(boolean atTop) throws IOException {
    text.begin();
    line = json.currentTokenLocation().getLineNr();
    position = json.currentTokenLocation().getCharOffset();
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
          series++;
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
  }

  /** Reads a member. Returns whether it is the array of features of a collection. */
  private boolean readMember(String name, boolean atTop) throws IOException {
    JsonToken token = json.nextToken();
    switch (name) {
      case "type" -> type = json.getValueAsString();
      case "id" -> givenId = FeatureId.read(json, token);
      case "geometry" -> geometry = geometries.read(json);
      case "properties" -> properties.read(json);
      case "features" -> {
        if (atTop && token == JsonToken.START_ARRAY) {
          return true;
        }
        json.skipChildren();
      }
      case CrsMember.NAME -> system = atTop ? CrsMember.read(json) : skipped();
      default -> {
        if (bare == null || FEATURE.equals(type) || !bare.read(name, json)) {
          json.skipChildren();
        }
      }
    }
    return false;
  }

  private CoordinateSystem skipped() throws IOException {
    json.skipChildren();
    return system;
  }

  @Override
  protected Geometry read() {
    if (bad != null) {
      throw problem(bad.getMessage(), bad.allowed());
    }
    if (!FEATURE.equals(type)) {
      throw problem("an object of another type in features", "objects of type Feature");
    }
    return geometry;
  }

  @Override
  protected Object givenId() {
    return givenId;
  }

  @Override
  protected long number() {
    return number;
  }

  @Override
  protected FreshIds idsOfFile() {
    if (again == null) {
      return isPart ? new FreshIds() : null;
    }
    FreshIds used = new FreshIds();
    forEachInFile(
        all -> {
          if (all.givenId instanceof Long whole) {
            used.use(whole);
          }
        });
    return used;
  }

  /** Returns whether a property has the name of the attribute for ids. */
  private boolean hasIdProperty() {
    return forEachInFile(all -> {}).contains(ID);
  }

  /**
   * Reads the whole file again and passes each feature to a consumer. Returns the names of all
   * properties in the file.
   */
  private List<String> forEachInFile(Consumer<GeoJsonFeatures> feature) {
    try (GeoJsonFeatures all = new GeoJsonFeatures(again.get(), BadRowPolicy.STOP, null)) {
      while (all.advance()) {
        feature.accept(all);
      }
      return all.properties.names();
    }
  }

  @Override
  protected String keep(Object unusedId) {
    if (idPlace < 0) {
      idPlace = properties.add(again != null && hasIdProperty() ? ID + "_" : ID);
    }
    properties.set(idPlace, unusedId);
    return properties.names().get(idPlace);
  }

  @Override
  protected String place() {
    return isPart ? "feature " + number : "line " + line;
  }

  @Override
  public long row() {
    return number - 1;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public int series() {
    return series;
  }

  @Override
  public List<String> keys() {
    return properties.keys();
  }

  @Override
  public int idAttribute() {
    return idPlace;
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return system;
  }

  @Override
  protected List<String> losses() {
    return properties.losses();
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
