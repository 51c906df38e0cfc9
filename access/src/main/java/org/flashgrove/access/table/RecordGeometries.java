package org.flashgrove.access.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedGeometryException;
import org.flashgrove.core.geometry.EvenOrdinates;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.WkbShape;
import org.flashgrove.core.shape.PlainWkb;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.io.ByteArrayInStream;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.Ordinate;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;
import org.locationtech.jts.io.WKBWriter;

/** Converts geometries of records to and from WKB. For one thread. */
public final class RecordGeometries {
  private static final int POINT_BYTES = 21;
  private static final int AT_X = 5;

  private static final int DIMENSIONS = 2;

  /** Number of forms of WKB, which differ in the presence of Z, M and an SRID. */
  private static final int FORMS = 8;

  private final PlainWkb plain = new PlainWkb();
  private @Nullable WKBReader reader;
  private WKBWriter @Nullable [] writers;
  private final Ordinates ordinates = new Ordinates();

  /** Creates a converter. */
  public RecordGeometries() {}

  /**
   * Returns the WKB of a geometry, between the position and the limit of the returned buffer. The
   * buffer is empty for null. The WKB has Z or M if some coordinate has it, and an SRID if the SRID
   * is not 0. PostGIS calls this form EWKB.
   *
   * @throws IllegalArgumentException as {@link #requireKept} does
   */
  public ByteBuffer wkb(@Nullable Geometry geometry) {
    if (geometry == null) {
      return ByteBuffer.wrap(new byte[0]);
    }
    byte @Nullable [] point = WkbShape.ofPoint(geometry);
    if (point != null) {
      return ByteBuffer.wrap(point);
    }
    requireKept(geometry);
    geometry.apply(ordinates.reset());
    if (!ordinates.isFinite) {
      throw new UnsupportedGeometryException(
          "geometry: has a vertex with a NaN or infinite coordinate (allowed: finite numbers)");
    }
    Geometry written =
        ordinates.areEven()
            ? geometry
            : new EvenOrdinates(geometry.getFactory(), ordinates.hasZ, ordinates.hasM)
                .copy(geometry);
    return ByteBuffer.wrap(writer(geometry.getSRID() != 0).write(written));
  }

  private WKBWriter writer(boolean withSrid) {
    int form = (ordinates.hasZ ? 1 : 0) + (ordinates.hasM ? 2 : 0) + (withSrid ? 4 : 0);
    WKBWriter[] known = writers;
    if (known == null) {
      known = new WKBWriter[FORMS];
      writers = known;
    }
    if (known[form] == null) {
      int dimensions = DIMENSIONS + (ordinates.hasZ ? 1 : 0) + (ordinates.hasM ? 1 : 0);
      EnumSet<Ordinate> written = EnumSet.of(Ordinate.X, Ordinate.Y);
      if (ordinates.hasZ) {
        written.add(Ordinate.Z);
      }
      if (ordinates.hasM) {
        written.add(Ordinate.M);
      }
      known[form] = new WKBWriter(dimensions, ByteOrderValues.LITTLE_ENDIAN, withSrid);
      known[form].setOutputOrdinates(written);
    }
    return known[form];
  }

  /**
   * Rejects a geometry that WKB would not preserve. Such a geometry is nested deeper than {@link
   * #parse} reads, or is a collection with parts of another SRID.
   *
   * @param geometry the geometry, or null
   * @throws IllegalArgumentException if the geometry is rejected; the message says what is allowed
   */
  public void requireKept(@Nullable Geometry geometry) {
    if (geometry != null) {
      GeometryForm.requireLevels("geometry", geometry);
      requireOneSrid(geometry, geometry.getSRID());
    }
  }

  private static void requireOneSrid(Geometry geometry, int srid) {
    if (geometry.getSRID() != srid && geometry.getSRID() != 0) {
      throw new UnsupportedGeometryException(
          "geometry: a part has SRID "
              + geometry.getSRID()
              + ", but the whole has SRID "
              + srid
              + "; set the same SRID for both");
    }
    if (geometry instanceof GeometryCollection) {
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        requireOneSrid(geometry.getGeometryN(i), srid);
      }
    }
  }

  /**
   * Finds out which of the ordinates Z and M a geometry has, and whether all of its coordinate
   * sequences have them. Also finds out whether all x and y are finite.
   */
  private static final class Ordinates implements CoordinateSequenceFilter {
    private boolean hasZ;
    private boolean hasM;
    private boolean lacksZ;
    private boolean lacksM;
    private boolean hasRoomForZ;
    private boolean isFinite;

    Ordinates reset() {
      hasZ = false;
      hasM = false;
      lacksZ = false;
      lacksM = false;
      hasRoomForZ = false;
      isFinite = true;
      return this;
    }

    /**
     * Returns whether the coordinate sequences can be written without copying them first. Returns
     * false if a sequence lacks a z or m for which another sequence has values. Also returns false
     * if m has values, z has none, and a sequence nevertheless reserves a place for z.
     */
    boolean areEven() {
      boolean isMShifted = hasM && !hasZ && hasRoomForZ;
      return !(hasZ && lacksZ) && !(hasM && lacksM) && !isMShifted;
    }

    @Override
    public void filter(CoordinateSequence sequence, int i) {
      hasZ |= sequence.hasZ() && !Double.isNaN(sequence.getZ(i));
      isFinite &= GeometryForm.isFinite(sequence, i);
      hasM |= sequence.hasM() && !Double.isNaN(sequence.getM(i));
      lacksZ |= !sequence.hasZ();
      lacksM |= !sequence.hasM();
      hasRoomForZ |= sequence.hasZ();
    }

    @Override
    public boolean isDone() {
      return !isFinite;
    }

    @Override
    public boolean isGeometryChanged() {
      return false;
    }
  }

  /**
   * Parses the WKB between the buffer's position and limit, and changes neither of them. Counts of
   * points and parts must fit the available bytes, and geometries may be nested up to 64 levels. So
   * malformed bytes cannot exhaust memory or stack.
   *
   * @return null for no bytes
   * @throws IllegalArgumentException if the bytes are not WKB; the message says what is allowed
   */
  public @Nullable Geometry parse(ByteBuffer wkb) {
    if (!wkb.hasRemaining()) {
      return null;
    }
    boolean isOrdered = wkb.order() == ByteOrder.LITTLE_ENDIAN;
    Geometry geometry =
        plain.read(isOrdered ? wkb : wkb.duplicate().order(ByteOrder.LITTLE_ENDIAN));
    return geometry == null ? parseAny(wkb) : geometry;
  }

  /**
   * Returns the bounds of a point without parsing its WKB. Returns null unless the WKB is a point
   * with two finite ordinates and without an SRID.
   */
  public static @Nullable Envelope pointBounds(ByteBuffer wkb) {
    int at = wkb.position();
    if (wkb.remaining() != POINT_BYTES || wkb.get(at) < 0 || wkb.get(at) > 1) {
      return null;
    }
    boolean isReversed = wkb.get(at) == 0 == (wkb.order() == ByteOrder.LITTLE_ENDIAN);
    int type = wkb.getInt(at + 1);
    double x = ordinate(wkb.getLong(at + AT_X), isReversed);
    double y = ordinate(wkb.getLong(at + AT_X + Double.BYTES), isReversed);
    return (isReversed ? Integer.reverseBytes(type) : type) == 1
            && Double.isFinite(x)
            && Double.isFinite(y)
        ? new Envelope(x, x, y, y)
        : null;
  }

  private static double ordinate(long bits, boolean isReversed) {
    return Double.longBitsToDouble(isReversed ? Long.reverseBytes(bits) : bits);
  }

  private Geometry parseAny(ByteBuffer wkb) {
    byte[] bytes = new byte[wkb.remaining()];
    wkb.duplicate().get(bytes);
    WkbShape.require(bytes);
    WKBReader any = reader == null ? new WKBReader() : reader;
    reader = any;
    try {
      return any.read(new ByteArrayInStream(bytes));
    } catch (ParseException | IOException | IllegalArgumentException e) { // the last: invalid ring
      throw new IllegalArgumentException("WKB: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the geometry of a stored record, or null if the record has none.
   *
   * @throws DamagedStoreException if the WKB of the record cannot be parsed
   */
  public @Nullable Geometry stored(long rid, ByteBuffer wkb) {
    try {
      return parse(wkb);
    } catch (IllegalArgumentException e) {
      throw new DamagedStoreException(
          "nodes.pages", "record " + rid, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns the geometry of a record that a spatial index refers to.
   *
   * @throws DamagedStoreException if the WKB of the record cannot be parsed or is empty
   */
  public Geometry indexed(long rid, ByteBuffer wkb) {
    Geometry geometry = stored(rid, wkb);
    if (geometry == null) {
      throw new DamagedStoreException(
          "nodes.pages", "record " + rid, "is indexed, but has no geometry");
    }
    return geometry;
  }

  /** Returns the bounds of a geometry, or null for a null or empty geometry. */
  static @Nullable Envelope bounds(@Nullable Geometry geometry) {
    return geometry == null || geometry.isEmpty() ? null : geometry.getEnvelopeInternal();
  }
}
