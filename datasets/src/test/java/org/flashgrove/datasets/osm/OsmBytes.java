package org.flashgrove.datasets.osm;

import com.google.protobuf.ByteString;
import crosby.binary.Fileformat;
import crosby.binary.Osmformat;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.DeflaterOutputStream;

/** Small files of OpenStreetMap, made object by object; places are whole degrees. */
final class OsmBytes {
  private static final List<String> STRINGS =
      List.of("", "building", "yes", "type", "multipolygon", "highway", "shop");

  private final Osmformat.PrimitiveGroup.Builder group = Osmformat.PrimitiveGroup.newBuilder();

  OsmBytes node(long id, double lon, double lat) {
    group.addNodes(
        Osmformat.Node.newBuilder()
            .setId(id)
            .setLon(Math.round(lon * 1e7))
            .setLat(Math.round(lat * 1e7))
            .addKeys(6)
            .addVals(2));
    return this;
  }

  /** Adds nodes from 1 on, at x and y by turns. */
  OsmBytes nodes(double... places) {
    for (int i = 0; i < places.length; i += 2) {
      node(i / 2 + 1, places[i], places[i + 1]);
    }
    return this;
  }

  private static Osmformat.Way.Builder wayOf(long id, int key, long... refs) {
    Osmformat.Way.Builder way = Osmformat.Way.newBuilder().setId(id).addKeys(key).addVals(2);
    long before = 0;
    for (long ref : refs) {
      way.addRefs(ref - before);
      before = ref;
    }
    return way;
  }

  /** Adds a way, with the key highway. */
  OsmBytes way(long id, long... refs) {
    group.addWays(wayOf(id, 5, refs));
    return this;
  }

  /** Adds a way with the key building. */
  OsmBytes building(long id, long... refs) {
    group.addWays(wayOf(id, 1, refs));
    return this;
  }

  /** Adds a highway whose nodes are not in the file, but their places are in the way. */
  OsmBytes placedWay(long id, double... places) {
    Osmformat.Way.Builder way = Osmformat.Way.newBuilder().setId(id).addKeys(5).addVals(2);
    long lon = 0;
    long lat = 0;
    for (int i = 0; i < places.length; i += 2) {
      way.addRefs(1);
      way.addLon(Math.round(places[i] * 1e7) - lon).addLat(Math.round(places[i + 1] * 1e7) - lat);
      lon = Math.round(places[i] * 1e7);
      lat = Math.round(places[i + 1] * 1e7);
    }
    group.addWays(way);
    return this;
  }

  /** Adds a building of ways. */
  OsmBytes multipolygon(long id, long... ways) {
    Osmformat.Relation.Builder relation =
        Osmformat.Relation.newBuilder().setId(id).addKeys(1).addVals(2).addKeys(3).addVals(4);
    long before = 0;
    for (long way : ways) {
      relation.addMemids(way - before).addTypes(Osmformat.Relation.MemberType.WAY).addRolesSid(0);
      before = way;
    }
    group.addRelations(relation);
    return this;
  }

  private byte[] block() {
    Osmformat.StringTable.Builder strings = Osmformat.StringTable.newBuilder();
    STRINGS.forEach(text -> strings.addS(ByteString.copyFromUtf8(text)));
    return Osmformat.PrimitiveBlock.newBuilder()
        .setStringtable(strings)
        .addPrimitivegroup(group)
        .build()
        .toByteArray();
  }

  /** Writes the objects as one packed block. */
  String write(Path file) throws IOException {
    return Files.write(file, file("OSMData", packed(block()))).toString();
  }

  /** Returns a blob that is packed by zlib. */
  static Fileformat.Blob packed(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream zlib = new DeflaterOutputStream(bytes)) {
      zlib.write(content);
    }
    return Fileformat.Blob.newBuilder()
        .setRawSize(content.length)
        .setZlibData(ByteString.copyFrom(bytes.toByteArray()))
        .build();
  }

  static Fileformat.Blob raw(byte[] content) {
    return Fileformat.Blob.newBuilder().setRaw(ByteString.copyFrom(content)).build();
  }

  /** Returns a file of one blob. */
  static byte[] file(String type, Fileformat.Blob blob) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] header =
        Fileformat.BlobHeader.newBuilder()
            .setType(type)
            .setDatasize(blob.getSerializedSize())
            .build()
            .toByteArray();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(header.length);
    out.write(header);
    out.write(blob.toByteArray());
    return bytes.toByteArray();
  }
}
