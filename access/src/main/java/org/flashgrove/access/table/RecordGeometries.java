package org.flashgrove.access.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.io.ByteArrayInStream;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;
import org.locationtech.jts.io.WKBWriter;

/** Geometries of records, from WKB and to it. For one thread. */
public final class RecordGeometries {
  private static final int DIMENSIONS = 2;

  private final WKBReader reader = new WKBReader();
  private final WKBWriter writer = new WKBWriter(DIMENSIONS, ByteOrderValues.LITTLE_ENDIAN);
  private final ByteArrayInStream stream = new ByteArrayInStream(new byte[0]);
  private final WkbShape shape = new WkbShape();
  private final PlaneCheck plane = new PlaneCheck();

  /** Something that reads and writes geometries. */
  public RecordGeometries() {}

  /**
   * WKB of a geometry, x and y alone, from position to limit; nothing for null.
   *
   * @throws IllegalArgumentException as {@link #requireKept} does
   */
  public ByteBuffer wkb(Geometry geometry) {
    if (geometry == null) {
      return ByteBuffer.wrap(new byte[0]);
    }
    requireKept(geometry);
    return ByteBuffer.wrap(writer.write(geometry));
  }

  /**
   * Refuses a geometry that a record would not keep whole: Z, M and the SRID would be lost without
   * notice. WKB that an application makes itself may hold them, and is kept as it is.
   *
   * @param geometry null for none
   * @throws IllegalArgumentException if it has a Z or M that is a number, or an SRID other than 0,
   *     or holds collections nested deeper than {@link #parse} reads; the message says what is
   *     allowed
   */
  public void requireKept(Geometry geometry) {
    if (geometry == null) {
      return;
    }
    requireLevels(geometry, 1);
    if (geometry.getSRID() != 0) {
      throw new IllegalArgumentException(
          "geometry: has the SRID "
              + geometry.getSRID()
              + ", which records do not keep (allowed: 0, as Geometry.setSRID sets it)");
    }
    geometry.apply(plane.reset());
    if (plane.isDone()) {
      throw new IllegalArgumentException(
          "geometry: has Z or M coordinates, which records do not keep (allowed: x and y alone)");
    }
  }

  private static void requireLevels(Geometry geometry, int level) {
    if (level > WkbShape.MOST_LEVELS) {
      throw WkbShape.tooDeep("geometry");
    }
    if (geometry instanceof GeometryCollection) {
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        requireLevels(geometry.getGeometryN(i), level + 1);
      }
    }
  }

  /** Stops at the first coordinate that is not in the plane alone. */
  private static final class PlaneCheck implements CoordinateSequenceFilter {
    private boolean found;

    PlaneCheck reset() {
      found = false;
      return this;
    }

    @Override
    public void filter(CoordinateSequence sequence, int i) {
      if (sequence.getDimension() > DIMENSIONS) {
        for (int ordinate = DIMENSIONS; ordinate < sequence.getDimension(); ordinate++) {
          found |= !Double.isNaN(sequence.getOrdinate(i, ordinate));
        }
      }
    }

    @Override
    public boolean isDone() {
      return found;
    }

    @Override
    public boolean isGeometryChanged() {
      return false;
    }
  }

  /**
   * The geometry that WKB says, from position to limit, which stay as they are. Its counts must fit
   * the bytes that are there, and its geometries be nested at most 64 levels deep: memory and stack
   * it takes are in proportion to its bytes, whatever they say.
   *
   * @return null for no bytes
   * @throws IllegalArgumentException if it is no WKB; the message says what is allowed
   */
  public Geometry parse(ByteBuffer wkb) {
    if (!wkb.hasRemaining()) {
      return null;
    }
    byte[] bytes = new byte[wkb.remaining()];
    wkb.duplicate().get(bytes);
    shape.require(bytes);
    stream.setBytes(bytes);
    try {
      return reader.read(stream);
    } catch (ParseException | IOException | IllegalArgumentException e) { // the last: of a ring
      throw new IllegalArgumentException("WKB: " + e.getMessage(), e);
    }
  }

  /**
   * The geometry of a record that is in a table.
   *
   * @throws DamagedStoreException if its WKB is none
   */
  public Geometry stored(long rid, ByteBuffer wkb) {
    try {
      return parse(wkb);
    } catch (IllegalArgumentException e) {
      throw new DamagedStoreException("nodes.pages", "record " + rid, e.getMessage());
    }
  }

  /** Bounds of a geometry, or null if it has none or is null. */
  static Envelope bounds(Geometry geometry) {
    return geometry == null || geometry.isEmpty() ? null : geometry.getEnvelopeInternal();
  }
}
