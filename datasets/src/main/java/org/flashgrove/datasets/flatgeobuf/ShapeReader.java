package org.flashgrove.datasets.flatgeobuf;

import java.util.function.BiFunction;
import org.flashgrove.datasets.InputException;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.wololo.flatgeobuf.GeometryConversions;
import org.wololo.flatgeobuf.generated.GeometryType;

/**
 * Reads geometries of FlatGeobuf.
 *
 * @param problem creates an exception for the current feature from the problem and what is allowed
 */
record ShapeReader(BiFunction<String, String, InputException> problem) {
  private static final int MOST_LEVELS = 64;

  /**
   * Minimum size in bytes of the table that describes a part of a geometry. The coordinates of the
   * part are not included.
   */
  private static final int PART_BYTES = 8;

  /** Number of heap bytes that an empty ring takes. */
  private static final int EMPTY_RING_BYTES = 128;

  private static final GeometryFactory FACTORY = new GeometryFactory();

  /**
   * Reads a geometry.
   *
   * @param type type of all geometries of the file, or unknown
   * @param bytes number of bytes of the feature
   */
  Geometry read(org.wololo.flatgeobuf.generated.Geometry geometry, int type, int bytes) {
    requireBounded(geometry, 0, bytes);
    return geometry(geometry, type == GeometryType.Unknown ? geometry.type() : type);
  }

  /**
   * Creates a geometry. Builds collections from their parts, because the library does not support
   * them.
   */
  private Geometry geometry(org.wololo.flatgeobuf.generated.Geometry from, int type) {
    if (type != GeometryType.GeometryCollection) {
      Geometry made = GeometryConversions.deserialize(from, type);
      if (made == null) {
        throw problem.apply("a geometry of type " + type, "types 1 to 7, those without curves");
      }
      return made;
    }
    Geometry[] parts = new Geometry[from.partsLength()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = geometry(from.parts(i), from.parts(i).type());
    }
    return FACTORY.createGeometryCollection(parts);
  }

  /**
   * Checks a geometry and its parts before memory is allocated for them. Lengths in the file may be
   * wrong, and several parts may refer to the same bytes.
   *
   * @param left number of bytes of the feature that the parts checked so far do not use
   * @return remaining bytes
   */
  private long requireBounded(
      org.wololo.flatgeobuf.generated.Geometry geometry, int level, long left) {
    int rings = geometry.endsLength();
    int parts = geometry.partsLength();
    long numbers = length(geometry.xyLength()) + length(geometry.zLength());
    numbers += length(geometry.mLength()) + length(geometry.tLength());
    numbers += length(geometry.tmLength());
    long rest = left - 8 * numbers - 4 * (length(rings) + length(parts)) - PART_BYTES;
    if (level > MOST_LEVELS || rest < 0) {
      throw problem.apply(
          "coordinates that its bytes cannot hold, or parts nested too deep",
          "at most " + MOST_LEVELS + " levels");
    }
    long end = 0;
    for (int i = 0; i < rings; i++) {
      long next = geometry.ends(i);
      rest -= next == end ? EMPTY_RING_BYTES : 0;
      if (next < end || next > geometry.xyLength() / 2) {
        throw problem.apply("rings that end beyond the coordinates", "ascending ends");
      }
      end = next;
    }
    if (rest < 0) {
      throw problem.apply("more empty rings than its bytes are worth", "rings of 4 points");
    }
    for (int i = 0; i < parts; i++) {
      rest = requireBounded(geometry.parts(i), level + 1, rest);
    }
    return rest;
  }

  /**
   * Returns {@code length}. Throws an exception if the length is negative: subtracting a negative
   * length would increase the number of remaining bytes.
   */
  private long length(int length) {
    if (length < 0) {
      throw problem.apply("a negative length", "lengths of parts that are there");
    }
    return length;
  }
}
