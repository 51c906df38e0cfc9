package org.flashgrove.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.flashgrove.datasets.feature.CoordinateSystem;

/**
 * Coordinate system of a table's geometries, if it has no code of EPSG. Geometries keep such a code
 * as their SRID. A file in the store's directory keeps name and definition of another system.
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

  /** Returns the system, or the unknown one if the directory keeps none. */
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

  /** Returns whether the directory can keep a system; a store on a device has none. */
  public boolean isKept() {
    return Files.isDirectory(directory);
  }

  /** Keeps a system without a code of EPSG. */
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

  /** Keeps for the copy of a store what the store keeps. */
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
