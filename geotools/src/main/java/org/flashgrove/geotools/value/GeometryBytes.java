package org.flashgrove.geotools.value;

import java.nio.ByteBuffer;
import org.flashgrove.access.table.RecordGeometries;
import org.locationtech.jts.geom.Geometry;

/** Converts between the bytes of an attribute and a geometry that is not the default geometry. */
public final class GeometryBytes {
  private GeometryBytes() {}

  public static Object write(Object geometry) {
    ByteBuffer wkb = new RecordGeometries().wkb((Geometry) geometry);
    byte[] bytes = new byte[wkb.remaining()];
    wkb.duplicate().get(bytes);
    return bytes;
  }

  static Object read(Object bytes) {
    return new RecordGeometries().parse(ByteBuffer.wrap((byte[]) bytes));
  }
}
