package org.flashgrove.access.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
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

  /** Something that reads and writes geometries. */
  public RecordGeometries() {}

  /** WKB of a geometry, x and y alone, from position to limit; nothing for null. */
  public ByteBuffer wkb(Geometry geometry) {
    return ByteBuffer.wrap(geometry == null ? new byte[0] : writer.write(geometry));
  }

  /**
   * The geometry that WKB says, from position to limit, which stay as they are.
   *
   * @return null for no bytes
   * @throws IllegalArgumentException if it is no WKB
   */
  public Geometry parse(ByteBuffer wkb) {
    if (!wkb.hasRemaining()) {
      return null;
    }
    byte[] bytes = new byte[wkb.remaining()];
    wkb.duplicate().get(bytes);
    stream.setBytes(bytes);
    try {
      return reader.read(stream);
    } catch (ParseException | IOException e) {
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
