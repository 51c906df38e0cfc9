package org.flashgrove.access.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedGeometryException;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.WkbShape;
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

/** Geometries of records, from WKB and to it. For one thread. */
public final class RecordGeometries {
  private static final int DIMENSIONS = 2;

  /** Forms of WKB: with or without Z, M and an SRID. */
  private static final int FORMS = 8;

  private final PlainWkb plain = new PlainWkb();
  private @Nullable WKBReader reader;
  private WKBWriter @Nullable [] writers;
  private final Ordinates ordinates = new Ordinates();

  /** Something that reads and writes geometries. */
  public RecordGeometries() {}

  /**
   * WKB of a geometry, from position to limit; nothing for null. Z, M and the SRID are in it if the
   * geometry has them: if some coordinates have a Z, or an M, and with an SRID other than 0.
   * (PostGIS calls the form EWKB.)
   *
   * @throws IllegalArgumentException as {@link #requireKept} does
   */
  public ByteBuffer wkb(@Nullable Geometry geometry) {
    if (geometry == null) {
      return ByteBuffer.wrap(new byte[0]);
    }
    requireKept(geometry);
    geometry.apply(ordinates.reset());
    if (!ordinates.isFinite) {
      throw notFinite();
    }
    Geometry written =
        ordinates.areEven()
            ? geometry
            : new EvenOrdinates(geometry.getFactory(), ordinates.hasZ, ordinates.hasM)
                .copy(geometry);
    return ByteBuffer.wrap(writer(geometry.getSRID() != 0).write(written));
  }

  private static UnsupportedGeometryException notFinite() {
    return new UnsupportedGeometryException(
        "geometry: has a vertex with a NaN or infinite coordinate (allowed: finite numbers)");
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
   * Refuses a geometry that a record would not keep whole: one nested deeper than {@link #parse}
   * reads, or a collection with an SRID within that is not the collection's.
   *
   * @param geometry null for none
   * @throws IllegalArgumentException whose message says what is allowed
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
          "geometry: has the SRID "
              + geometry.getSRID()
              + " within one of SRID "
              + srid
              + " (allowed: one SRID, that of the whole)");
    }
    if (geometry instanceof GeometryCollection) {
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        requireOneSrid(geometry.getGeometryN(i), srid);
      }
    }
  }

  /**
   * Looks for Z and M that are numbers, for sequences without Z or M, and for x or y that is not
   * finite.
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
     * Returns whether all sequences have exactly the ordinates to be written, in the same
     * positions.
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
   * Parses WKB from position to limit, which do not change. Counts must fit the available bytes,
   * and geometries may be nested up to 64 levels. Memory and stack are therefore proportional to
   * the bytes.
   *
   * @return null for no bytes
   * @throws IllegalArgumentException if it is no WKB; the message says what is allowed
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

  private Geometry parseAny(ByteBuffer wkb) {
    byte[] bytes = new byte[wkb.remaining()];
    wkb.duplicate().get(bytes);
    WkbShape.require(bytes);
    WKBReader any = reader == null ? new WKBReader() : reader;
    reader = any;
    try {
      return any.read(new ByteArrayInStream(bytes));
    } catch (ParseException | IOException | IllegalArgumentException e) { // the last: of a ring
      throw new IllegalArgumentException("WKB: " + e.getMessage(), e);
    }
  }

  /**
   * The geometry of a record that is in a table.
   *
   * @throws DamagedStoreException if its WKB is none
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
   * The geometry of a record that an index on geometries led to.
   *
   * @throws DamagedStoreException if its WKB is none, or it has no geometry
   */
  public Geometry indexed(long rid, ByteBuffer wkb) {
    Geometry geometry = stored(rid, wkb);
    if (geometry == null) {
      throw new DamagedStoreException(
          "nodes.pages", "record " + rid, "is indexed, but has no geometry");
    }
    return geometry;
  }

  /** Bounds of a geometry, or null if it has none or is null. */
  static @Nullable Envelope bounds(@Nullable Geometry geometry) {
    return geometry == null || geometry.isEmpty() ? null : geometry.getEnvelopeInternal();
  }
}
