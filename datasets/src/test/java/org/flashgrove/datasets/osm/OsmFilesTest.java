package org.flashgrove.datasets.osm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import crosby.binary.Fileformat;
import crosby.binary.Osmformat;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.RealData;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.geom.Geometry;

/** Layers of real extracts beside what osmium made of them, small made files, and hostile ones. */
class OsmFilesTest {
  @TempDir Path folder;

  private static FeatureCursor open(String path, String layer, String... tags) {
    FormatOptions options = new FormatOptions(null, null, Map.of(), layer, List.of(tags));
    return DataFiles.open(path, options, BadRowPolicy.STOP);
  }

  /** Geometries in normal form, sorted: rings may begin elsewhere, and relations come last. */
  private static List<String> shapes(FeatureCursor cursor) {
    List<String> shapes = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        Geometry shape = cursor.geometry().copy();
        shape.normalize();
        shapes.add(shape.toText());
      }
    }
    shapes.sort(null);
    return shapes;
  }

  @ParameterizedTest
  @CsvSource({
    "liechtenstein, 17652, 7577, 2009",
    "andorra, 5031, 4981, 2023",
    "campo-grande, 102, 4015, 3",
    "sao-paulo-centre, 2, 6000, 503"
  })
  void layersAreThoseOfOsmium(String name, int buildings, int highways, int pois) {
    Map<String, Integer> counts =
        Map.of("buildings", buildings, "highways", highways, "pois", pois);
    counts.forEach(
        (layer, count) -> {
          String file = RealData.file("osm/" + name + ".osm.pbf").toString();
          String rows = RealData.file("osm/" + name + "_" + layer + ".csv.gz").toString();
          List<String> found = shapes(open(file, layer));
          assertThat(found).hasSize(count);
          assertThat(found).isEqualTo(shapes(DataFiles.open(rows, BadRowPolicy.STOP)));
        });
  }

  /** A block: nodes 1 to 8 on two squares, a way around each, and a relation of both. */
  private static byte[] block() {
    Osmformat.StringTable.Builder strings = Osmformat.StringTable.newBuilder();
    for (String text : List.of("", "building", "yes", "type", "multipolygon", "highway", "shop")) {
      strings.addS(ByteString.copyFromUtf8(text));
    }
    Osmformat.PrimitiveGroup.Builder group = Osmformat.PrimitiveGroup.newBuilder();
    int[][] places = {{0, 0}, {90, 0}, {90, 90}, {0, 90}, {20, 20}, {40, 20}, {40, 40}, {20, 40}};
    for (int i = 0; i < places.length; i++) {
      group.addNodes(
          Osmformat.Node.newBuilder()
              .setId(i + 1)
              .setLon(places[i][0] * 10_000_000L)
              .setLat(places[i][1] * 10_000_000L)
              .addKeys(6)
              .addVals(2));
    }
    for (int way = 0; way < 2; way++) {
      Osmformat.Way.Builder ring =
          Osmformat.Way.newBuilder().setId(way + 1).addRefs(4 * way + 1).addRefs(1).addRefs(1);
      group.addWays(ring.addRefs(1).addRefs(-3).addKeys(5).addVals(2));
    }
    // a way through a node that is not there
    group.addWays(Osmformat.Way.newBuilder().setId(3).addRefs(1).addRefs(98).addKeys(5).addVals(2));
    group.addRelations(
        Osmformat.Relation.newBuilder()
            .setId(9)
            .addKeys(1)
            .addVals(2)
            .addKeys(3)
            .addVals(4)
            .addMemids(1)
            .addMemids(1)
            .addTypes(Osmformat.Relation.MemberType.WAY)
            .addTypes(Osmformat.Relation.MemberType.WAY)
            .addRolesSid(0)
            .addRolesSid(0));
    return Osmformat.PrimitiveBlock.newBuilder()
        .setStringtable(strings)
        .addPrimitivegroup(group)
        .build()
        .toByteArray();
  }

  private static byte[] file(String type, Fileformat.Blob blob, int claimed) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] body = blob.toByteArray();
    byte[] header =
        Fileformat.BlobHeader.newBuilder()
            .setType(type)
            .setDatasize(claimed < 0 ? body.length : claimed)
            .build()
            .toByteArray();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(header.length);
    out.write(header);
    out.write(body);
    return bytes.toByteArray();
  }

  private static Fileformat.Blob packed(byte[] content, int claimed) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream zlib = new DeflaterOutputStream(bytes)) {
      zlib.write(content);
    }
    return Fileformat.Blob.newBuilder()
        .setRawSize(claimed < 0 ? content.length : claimed)
        .setZlibData(ByteString.copyFrom(bytes.toByteArray()))
        .build();
  }

  private String write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("made.osm.pbf"), bytes).toString();
  }

  @Test
  void relationsAreAreasByParity() throws IOException {
    String made = write(file("OSMData", packed(block(), -1), -1));
    try (FeatureCursor cursor = open(made, "buildings", "@id", "@type", "building", "name")) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.geometry().toText())
          .isEqualTo(
              "POLYGON ((0 0, 0 90, 90 90, 90 0, 0 0), (20 20, 40 20, 40 40, 20 40, 20 20))");
      assertThat(cursor.id()).isEqualTo(1);
      List<Object> attributes = new ArrayList<>();
      for (int i = 0; i < cursor.attributeNames().size(); i++) {
        attributes.add(cursor.attribute(i));
      }
      assertThat(attributes).containsExactly(9L, "relation", "yes", null);
      assertThat(cursor.next()).isFalse();
    }
    try (FeatureCursor cursor = open(made, "highways")) {
      assertThat(cursor.forEach((id, minX, minY, maxX, maxY) -> {})).isEqualTo(2);
      assertThat(cursor.skippedRows()).isEqualTo(1);
    }
    assertThat(shapes(open(made, "pois"))).hasSize(8);
  }

  @Test
  void aLayerIsNeeded() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open("any.osm.pbf", null))
        .withMessage("osm: no layer given (allowed: --layer buildings, highways, pois)");
  }

  @Test
  void claimsAreNotBelieved() throws IOException {
    byte[] block = block();
    assertProblem(file("OSMData", packed(block, Integer.MAX_VALUE), -1), "when unpacked");
    assertProblem(file("OSMData", packed(block, block.length + 1), -1), "another size");
    assertProblem(file("OSMData", packed(block, block.length - 1), -1), "another size");
    assertProblem(file("OSMData", packed(block, -1), 1 << 30), "a block of 1073741824 bytes");
    assertProblem(file("OSMData", packed(block, -1), 1 << 25), "ends within a block");
    assertProblem(new byte[] {-1, -1, -1, -1}, "a header of 4294967295 bytes");
    assertProblem(new byte[0], "is empty");
    byte[] groups = new byte[1 << 24]; // 18, 0: an empty group, an object each
    for (int i = 0; i < groups.length; i += 2) {
      groups[i] = 18;
    }
    assertProblem(file("OSMData", packed(groups, -1), -1), "more than 524288 parts");
    Fileformat.Blob lzma =
        Fileformat.Blob.newBuilder().setLzmaData(ByteString.copyFrom(block)).build();
    assertProblem(file("OSMData", lzma, -1), "packed in another way");
  }

  private void assertProblem(byte[] bytes, String wrong) throws IOException {
    String made = write(bytes);
    assertThatThrownBy(() -> shapes(open(made, "buildings")))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(made + ", byte 0: ", wrong, "; allowed: ");
  }

  /** Bytes of a good file, some of them changed: read, or refused by one line. */
  @Test
  void damagedFilesEndInOneLine() throws IOException {
    Random random = Seeds.random();
    Fileformat.Blob raw = Fileformat.Blob.newBuilder().setRaw(ByteString.copyFrom(block())).build();
    byte[] good = file("OSMData", raw, -1);
    for (int i = 0; i < 100; i++) {
      byte[] bad = good.clone();
      for (int k = 0; k < 1 + i % 4; k++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      String made = write(bad);
      for (String layer : List.of("buildings", "highways", "pois")) {
        try {
          shapes(open(made, layer));
        } catch (InputException e) {
          assertThat(e.getMessage()).startsWith(made).contains("; allowed: ").doesNotContain("\n");
        }
      }
    }
  }
}
