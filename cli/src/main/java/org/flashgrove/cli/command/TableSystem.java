package org.flashgrove.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.locationtech.jts.geom.Geometry;

/**
 * File with the coordinate system of a table's geometries. The file exists only if the system has
 * no EPSG code: an EPSG code is stored as the SRID of the geometries instead. The file is in the
 * directory of the store, and contains the name and the definition of the system.
 *
 * @param directory directory of the store
 * @param table name of the table
 */
public record TableSystem(Path directory, String table) {
  private static final String FIRST = "coordinates.";
  private static final String LAST = ".json";
  private static final String NAME = "name";
  private static final String DEFINITION = "definition";
  private static final ObjectMapper JSON = new ObjectMapper();

  private Path file() {
    return directory.resolve(FIRST + table + LAST);
  }

  /**
   * Returns the coordinate system in the file. If there is no such file, returns an unknown system.
   */
  public CoordinateSystem read() {
    if (!Files.isRegularFile(file())) {
      return CoordinateSystem.UNKNOWN;
    }
    try {
      JsonNode found = JSON.readTree(file().toFile());
      return CoordinateSystem.named(found.path(NAME).asText(), found.path(DEFINITION).asText());
    } catch (IOException e) {
      throw new UncheckedIOException(file() + ": cannot be read", e);
    }
  }

  /**
   * Returns the coordinate system of a table: the SRID of its first geometry, or else the system in
   * the file.
   */
  public CoordinateSystem of(Table open) {
    try (TableSnapshot snapshot = open.snapshot();
        TableCursor all = TableQuery.of(snapshot).cursor()) {
      Geometry first = null;
      while (first == null && all.next()) {
        first = all.record().geometry();
      }
      int srid = first == null ? 0 : first.getSRID();
      return srid == 0 ? read() : CoordinateSystem.epsg(srid);
    }
  }

  /**
   * Returns whether {@link #keep} can store a coordinate system. This requires that the store has a
   * directory. A store on a device has none.
   */
  public boolean isKept() {
    return Files.isDirectory(directory);
  }

  /** Stores a system without an EPSG code. Does nothing for other systems. */
  public void keep(CoordinateSystem system) {
    if (!isKept() || !system.isKnown() || system.epsg() != 0) {
      return;
    }
    try {
      JSON.writeValue(
          file().toFile(), Map.of(NAME, system.name(), DEFINITION, system.definition()));
    } catch (IOException e) {
      throw new UncheckedIOException(file() + ": cannot be written", e);
    }
  }

  /** Copies the stored systems of a store to a copy of the store. */
  public static void copy(Path from, Path to) {
    for (String name : Directories.fileSizes(from).keySet()) {
      if (name.startsWith(FIRST) && name.endsWith(LAST)) {
        try {
          Files.copy(from.resolve(name), to.resolve(name));
        } catch (IOException e) {
          throw new UncheckedIOException(to.resolve(name) + ": cannot be written", e);
        }
      }
    }
  }
}
