package org.flashgrove.datasets.flatgeobuf;

import com.google.flatbuffers.FlatBufferBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.locationtech.jts.geom.Envelope;
import org.wololo.flatgeobuf.ColumnMeta;
import org.wololo.flatgeobuf.generated.Column;
import org.wololo.flatgeobuf.generated.Crs;
import org.wololo.flatgeobuf.generated.Header;

/**
 * Writes the header of a FlatGeobuf file. This class replaces the writer of the FlatGeobuf library,
 * which supports only coordinate systems with an EPSG code.
 */
final class HeaderWriter {
  private static final String NAME = "features";

  private final FlatBufferBuilder builder = new FlatBufferBuilder();
  private final FeatureSchema schema;
  private final List<ColumnMeta> columns;

  HeaderWriter(FeatureSchema schema, List<ColumnMeta> columns) {
    this.schema = schema;
    this.columns = columns;
  }

  /**
   * Writes the header.
   *
   * @param bounds bounds of all features; null if no feature has a geometry
   * @param nodeSize entries in a node of the index; 0 for no index
   */
  void write(OutputStream out, long count, Envelope bounds, int nodeSize) throws IOException {
    int name = builder.createString(NAME);
    int envelope =
        bounds == null
            ? 0
            : Header.createEnvelopeVector(
                builder,
                new double[] {
                  bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY()
                });
    int vector =
        Header.createColumnsVector(builder, columns.stream().mapToInt(this::column).toArray());
    int system = system(schema.coordinateSystem());
    Header.startHeader(builder);
    Header.addName(builder, name);
    Header.addEnvelope(builder, envelope);
    Header.addGeometryType(builder, ShapeWriter.typeOf(schema.geometryType()));
    Header.addHasZ(builder, schema.geometries().withHeights() > 0);
    Header.addHasM(builder, schema.geometries().withMeasures() > 0);
    Header.addColumns(builder, vector);
    Header.addFeaturesCount(builder, count);
    Header.addIndexNodeSize(builder, nodeSize);
    Header.addCrs(builder, system);
    builder.finishSizePrefixed(Header.endHeader(builder));
    out.write(builder.sizedByteArray());
  }

  private int column(ColumnMeta column) {
    int name = builder.createString(column.name);
    Column.startColumn(builder);
    Column.addName(builder, name);
    Column.addType(builder, column.type);
    Column.addPrimaryKey(builder, column.primary_key);
    return Column.endColumn(builder);
  }

  private int system(CoordinateSystem system) {
    if (!system.isKnown()) {
      return 0;
    }
    String authority = system.authority();
    String code = system.code();
    boolean isNumber = code != null && code.matches("[1-9][0-9]{0,8}");
    int organization = string(authority);
    int name = string(authority == null ? system.name() : null);
    int definition = string(system.definition().isEmpty() ? null : system.definition());
    int codeText = string(isNumber ? null : code);
    return Crs.createCrs(
        builder,
        organization,
        isNumber ? Integer.parseInt(code) : 0,
        name,
        0,
        definition,
        codeText);
  }

  private int string(String text) {
    return text == null ? 0 : builder.createString(text);
  }
}
