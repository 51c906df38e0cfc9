package org.flashgrove.spark.dataset;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.locationtech.jts.geom.Envelope;

/**
 * Content of one version of a dataset: its columns and its tables. A manifest file never changes;
 * each commit writes the file of the next version.
 *
 * @param format format version of the document, {@value #FORMAT}
 * @param version number of the commit, from 1
 * @param geometry name of the column with WKB geometries
 * @param columns columns as the JSON text of a Spark {@code StructType}
 * @param settings settings with which tables are created; the keys are names of write options
 * @param tables tables; each row is in exactly one of them
 */
public record Manifest(
    int format,
    long version,
    String geometry,
    String columns,
    Map<String, String> settings,
    List<SealedTable> tables) {
  /** Format version that this code writes and reads. */
  public static final int FORMAT = 1;

  private static final ObjectMapper JSON =
      new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true);

  /** Copies the collections, so that later changes to the arguments have no effect. */
  public Manifest {
    settings = Map.copyOf(settings);
    tables = List.copyOf(tables);
  }

  /** Returns version 0 of a dataset that does not exist yet. It has no tables. */
  public static Manifest empty(StructType schema, String geometry, Map<String, String> settings) {
    return new Manifest(FORMAT, 0, geometry, schema.json(), settings, List.of());
  }

  /** Returns the columns as a Spark type in which all columns are nullable. */
  @JsonIgnore
  public StructType schema() {
    return ((StructType) DataType.fromJson(columns)).asNullable();
  }

  /** Returns the number of rows. */
  @JsonIgnore
  public long records() {
    return tables.stream().mapToLong(SealedTable::records).sum();
  }

  /** Returns the bounds of all geometries, which are empty if there are none. */
  @JsonIgnore
  public Envelope space() {
    Envelope space = new Envelope();
    for (SealedTable table : tables) {
      if (table.bounds() != null) {
        space.expandToInclude(table.bounds().envelope());
      }
    }
    return space;
  }

  /** Returns the next version of this dataset, whose tables are {@code others}. */
  Manifest next(Collection<SealedTable> others) {
    return new Manifest(FORMAT, version + 1, geometry, columns, settings, List.copyOf(others));
  }

  /**
   * Returns whether this version has the same columns and settings as {@code other}. Tables written
   * for one of the two versions are then valid in the other.
   */
  boolean isMadeLike(Manifest other) {
    return geometry.equals(other.geometry)
        && settings.equals(other.settings)
        && schema().catalogString().equals(other.schema().catalogString());
  }

  /** Returns this manifest as a JSON document in UTF-8. */
  public byte[] toJson() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("manifest: " + e.getMessage(), e);
    }
  }

  /**
   * Parses a manifest.
   *
   * @param name name of the file, for messages
   * @throws IOException if the document is not a manifest, or has a newer format
   */
  public static Manifest parse(String name, byte[] json) throws IOException {
    try {
      JsonNode tree = JSON.readTree(json);
      int format = tree.path("format").asInt(0);
      if (format > FORMAT) {
        throw new IOException(
            name + ": manifest of form " + format + " (allowed: up to " + FORMAT + ")");
      }
      Manifest read = JSON.treeToValue(tree, Manifest.class);
      read.schema();
      return read;
    } catch (JsonProcessingException | RuntimeException e) {
      throw new IOException(name + ": is no manifest: " + e.getMessage(), e);
    }
  }
}
