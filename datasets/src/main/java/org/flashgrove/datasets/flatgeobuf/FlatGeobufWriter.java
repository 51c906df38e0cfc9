package org.flashgrove.datasets.flatgeobuf;

import com.google.flatbuffers.FlatBufferBuilder;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.file.OutputFile;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.wololo.flatgeobuf.ColumnMeta;
import org.wololo.flatgeobuf.Constants;
import org.wololo.flatgeobuf.NodeItem;
import org.wololo.flatgeobuf.PackedRTree;
import org.wololo.flatgeobuf.generated.ColumnType;
import org.wololo.flatgeobuf.generated.Feature;

/**
 * Writes FlatGeobuf with its packed R-tree. Features are first written to a temporary file next to
 * the target, because their order along the Hilbert curve is known only at the end. The index takes
 * about 200 bytes of memory for each feature. A file with features without a geometry gets no
 * index.
 */
final class FlatGeobufWriter implements FeatureWriter {
  private static final short NODE_SIZE = 16;

  private final OutputFile file;
  private final FeatureSchema schema;
  private final ShapeWriter shapes;
  private final Path spill;
  private final OutputStream spilled;
  private final List<PackedRTree.FeatureItem> items = new ArrayList<>();
  private final List<ColumnMeta> columns = new ArrayList<>();
  private long count;
  private long position;

  /**
   * True if the file gets an index. A feature without a geometry sets this field to false, because
   * the index needs a rectangle for each feature.
   */
  private boolean isIndexed = true;

  FlatGeobufWriter(OutputFile file, FeatureSchema schema) {
    this.file = file;
    this.schema = schema;
    try {
      spill = Files.createTempFile(file.directory(), ".flashgrove-", ".tmp");
      spill.toFile().deleteOnExit(); // an interrupted program does not call close()
      spilled = new BufferedOutputStream(Files.newOutputStream(spill), 1 << 16);
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be created", e);
    }
    GeometryFacts geometries = schema.geometries();
    shapes = new ShapeWriter(geometries.withHeights() > 0, geometries.withMeasures() > 0);
    addColumn(idName(), (byte) ColumnType.Long);
    columns.get(0).primary_key = true;
    for (int i = 0; i < schema.names().size(); i++) {
      addColumn(schema.names().get(i), columnType(schema.types().get(i)));
    }
  }

  private void addColumn(String name, byte type) {
    ColumnMeta column = new ColumnMeta();
    column.name = name;
    column.type = type;
    columns.add(column);
  }

  private static byte columnType(AttributeType type) {
    return (byte)
        switch (type) {
          case INTEGER -> ColumnType.Long;
          case REAL -> ColumnType.Double;
          case BOOLEAN -> ColumnType.Bool;
          case TEXT -> ColumnType.String;
          case BYTES -> ColumnType.Binary;
          case DATE, MOMENT -> ColumnType.DateTime;
        };
  }

  /** Returns an unused name for the id column. */
  private String idName() {
    String name = "id";
    for (String next = "fid"; schema.names().contains(name); next += "_") {
      name = next;
    }
    return name;
  }

  @Override
  public void write(long id, Geometry geometry, Object[] attributes) {
    try {
      FlatBufferBuilder builder = new FlatBufferBuilder(1024);
      int properties = Feature.createPropertiesVector(builder, properties(id, attributes));
      int shape = geometry == null ? 0 : shapes.write(builder, geometry);
      builder.finishSizePrefixed(Feature.createFeature(builder, shape, properties, 0));
      byte[] bytes = builder.sizedByteArray();
      spilled.write(bytes);
      if (geometry == null) {
        isIndexed = false;
        items.clear();
      } else if (isIndexed) {
        items.add(item(geometry.getEnvelopeInternal(), bytes.length));
      }
      count++;
      position += bytes.length;
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be written", e);
    }
  }

  private static Envelope envelope(Extent extent) {
    return new Envelope(extent.minX(), extent.maxX(), extent.minY(), extent.maxY());
  }

  private PackedRTree.FeatureItem item(Envelope box, int size) {
    PackedRTree.FeatureItem item = new PackedRTree.FeatureItem();
    item.nodeItem = new NodeItem(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    item.offset = position;
    item.size = size;
    return item;
  }

  private byte[] properties(long id, Object[] attributes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(0);
    out.writeLong(Long.reverseBytes(id));
    for (int i = 0; i < attributes.length; i++) {
      Object value = attributes[i];
      if (value == null) {
        continue;
      }
      out.writeShort(Short.reverseBytes((short) (i + 1)));
      if (value instanceof Long whole) {
        out.writeLong(Long.reverseBytes(whole));
      } else if (value instanceof Double real) {
        out.writeLong(Long.reverseBytes(Double.doubleToRawLongBits(real)));
      } else if (value instanceof Boolean yes) {
        out.writeBoolean(yes);
      } else {
        byte[] content =
            value instanceof byte[] binary
                ? binary
                : value.toString().getBytes(StandardCharsets.UTF_8);
        out.writeInt(Integer.reverseBytes(content.length));
        out.write(content);
      }
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    try {
      spilled.close();
      try (OutputStream out = new BufferedOutputStream(file.open(), 1 << 16);
          RandomAccessFile features = new RandomAccessFile(spill.toFile(), "r")) {
        out.write(Constants.MAGIC_BYTES);
        HeaderWriter header = new HeaderWriter(schema, columns);
        if (items.isEmpty()) {
          header.write(out, count, schema.extent().map(FlatGeobufWriter::envelope).orElse(null), 0);
          Files.copy(spill, out);
          return;
        }
        NodeItem extent = PackedRTree.calcExtent(items);
        header.write(out, count, extent.toEnvelope(), NODE_SIZE);
        PackedRTree.hilbertSort(items, extent);
        writeIndex(out);
        for (PackedRTree.FeatureItem item : items) {
          byte[] bytes = new byte[(int) item.size];
          features.seek(item.offset);
          features.readFully(bytes);
          out.write(bytes);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be written", e);
    } finally {
      spill.toFile().delete();
    }
  }

  /** Writes the index. Its leaves contain the offsets of the features. */
  private void writeIndex(OutputStream out) {
    long offset = 0;
    for (PackedRTree.FeatureItem item : items) {
      item.nodeItem.offset = offset;
      offset += item.size;
    }
    new PackedRTree(items, NODE_SIZE).write(out);
  }
}
