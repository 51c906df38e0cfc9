package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import crosby.binary.Fileformat;
import crosby.binary.Osmformat;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Objects of OpenStreetMap that become no features are counted by reasons. */
@Timeout(60)
class LeftOutObjectsTest {
  @TempDir private Path folder;

  private static Osmformat.Way way(long id, int key, long... refs) {
    Osmformat.Way.Builder way = Osmformat.Way.newBuilder().setId(id).addKeys(key).addVals(2);
    long before = 0;
    for (long ref : refs) {
      way.addRefs(ref - before);
      before = ref;
    }
    return way.build();
  }

  private static Osmformat.Relation building(long id, long... ways) {
    Osmformat.Relation.Builder relation =
        Osmformat.Relation.newBuilder().setId(id).addKeys(1).addVals(2).addKeys(3).addVals(4);
    long before = 0;
    for (long way : ways) {
      relation.addMemids(way - before).addTypes(Osmformat.Relation.MemberType.WAY).addRolesSid(0);
      before = way;
    }
    return relation.build();
  }

  /** A building that is complete, and five that are not; three lines, one of them complete. */
  private String made() throws IOException {
    Osmformat.StringTable.Builder strings = Osmformat.StringTable.newBuilder();
    for (String text : new String[] {"", "building", "yes", "type", "multipolygon", "highway"}) {
      strings.addS(ByteString.copyFromUtf8(text));
    }
    Osmformat.PrimitiveGroup.Builder group = Osmformat.PrimitiveGroup.newBuilder();
    int[][] places = {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {5, 5}, {15, 5}, {15, 15}, {5, 15}};
    for (int i = 0; i < places.length; i++) {
      group.addNodes(
          Osmformat.Node.newBuilder()
              .setId(i + 1)
              .setLon(places[i][0] * 10_000_000L)
              .setLat(places[i][1] * 10_000_000L));
    }
    group.addWays(way(1, 5, 1, 2, 3, 4, 1)).addWays(way(2, 1, 5, 6, 7, 8, 5));
    group.addWays(way(3, 1, 5, 6, 77, 5)).addWays(way(4, 5, 1, 99)).addWays(way(5, 5, 1, 1));
    group.addRelations(building(6, 1, 2)).addRelations(building(7, 1, 55));
    group.addRelations(building(8, 1, 56)).addRelations(building(9, 4));
    byte[] content =
        Osmformat.PrimitiveBlock.newBuilder()
            .setStringtable(strings)
            .addPrimitivegroup(group)
            .build()
            .toByteArray();
    Fileformat.Blob blob =
        Fileformat.Blob.newBuilder().setRaw(ByteString.copyFrom(content)).build();
    byte[] header =
        Fileformat.BlobHeader.newBuilder()
            .setType("OSMData")
            .setDatasize(blob.getSerializedSize())
            .build()
            .toByteArray();
    Path file = folder.resolve("a.osm.pbf");
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      out.writeInt(header.length);
      out.write(header);
      out.write(blob.toByteArray());
    }
    return file.toString();
  }

  private static void assertBuildings(JsonNode leftOut) {
    assertThat(leftOut.get("a way is not in the file").asInt()).isEqualTo(2);
    assertThat(leftOut.get("a node is not in the file").asInt()).isEqualTo(2);
    assertThat(leftOut.get("lines of an area cross or overlap").asInt()).isEqualTo(1);
    assertThat(leftOut).hasSize(3);
  }

  private static final String BUILDINGS =
      "left out: 5 objects: a node is not in the file (2), a way is not in the file (2),"
          + " lines of an area cross or overlap (1)";

  @Test
  void convertCountsThemByReasons() throws IOException {
    String out = folder.resolve("out.csv").toString();
    Run run = Run.ok("convert", made(), out, "--layer", "buildings", "--json");
    assertThat(run.err()).contains(BUILDINGS);
    assertBuildings(run.json().get("leftOut"));
    assertThat(run.json().get("features").asInt()).isEqualTo(1);
    Run lines = Run.ok("convert", made(), out, "--layer", "highways", "--json");
    assertThat(lines.json().get("leftOut").toString())
        .isEqualTo("{\"a line has no length\":1,\"a node is not in the file\":1}");
  }

  @Test
  void buildCountsThemByReasons() throws IOException {
    String store = folder.resolve("store").toString();
    Run entries = Run.ok("build", store, "--data", made(), "--layer", "buildings", "--json");
    assertThat(entries.err()).contains(BUILDINGS);
    assertBuildings(entries.json().get("leftOut"));
    String table = folder.resolve("table").toString();
    Run records =
        Run.ok("build", table, "--data", made(), "--layer", "buildings", "--table", "--json");
    assertThat(records.err()).containsOnlyOnce(BUILDINGS);
    assertBuildings(records.json().get("leftOut"));
  }

  @Test
  void figuresCountThemByReasons() throws IOException {
    Run run = Run.ok("stats", "--data", made(), "--layer", "buildings", "--json");
    assertThat(run.err()).contains(BUILDINGS);
    assertBuildings(run.json().get("data").get(0).get("leftOut"));
  }
}
