package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Joins of tables on the command line. */
class TableJoinTest {
  @TempDir private Path directory;

  private String left;
  private String right;

  @BeforeEach
  void build() {
    left = directory.resolve("left").toString();
    right = directory.resolve("right").toString();
    build(left, "id,wkt\n10,\"POLYGON ((0 0, 4 0, 0 4, 0 0))\"\n11,POINT (9 9)\n", "--table");
    build(right, "id,x,y\n20,3.5,3.5\n21,1,1\n22,9,9\n", "--table");
  }

  private static void build(String name, String rows, String... more) {
    String[] args = {"build", name, "--data", "-", "--device", "buffered"};
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    Run run = Run.withInput(rows, all);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  @Test
  void pairsAreKeysOfRecordsWhoseGeometriesMatch() throws IOException {
    Run join = Run.ok("join", left, right);
    assertThat(join.out().lines())
        .containsExactlyInAnyOrder("left,right", "10,21", "11,22"); // 20 is in its bounds alone
    assertThat(Run.of("join", left, right, "--threads", "3").out().lines())
        .containsExactlyInAnyOrderElementsOf(join.out().lines().toList());
    Run near = Run.of("join", left, right, "--radius", "2.2", "--json", "--threads", "2");
    assertThat(near.json().get("results").asInt()).isEqualTo(3);
    assertThat(near.json().get("leftIdChecksum").asText()).isEqualTo("31");
    assertThat(near.json().get("rightIdChecksum").asText()).isEqualTo("63");
    assertThat(near.json().get("leftIo").get("pageReads").isNumber()).isTrue();
    Run self = Run.of("join", right, right, "--predicate", "equals", "--count");
    assertThat(self.out()).isEqualTo("3\n");
  }

  /** The objects of a store are its rectangles; if these were made from geometries, candidates. */
  @Test
  void aTableIsJoinedWithAStore() throws IOException {
    String store = directory.resolve("store").toString();
    build(store, "id,minx,miny,maxx,maxy\n1,1,1,2,2\n2,3,3,4,4\n3,8,8,9,10\n");
    assertThat(Run.of("join", left, store).out().lines())
        .containsExactlyInAnyOrder("left,right", "10,1", "11,3"); // 2 is in 10's bounds alone
    assertThat(Run.of("join", store, left, "--predicate", "intersects").out().lines())
        .containsExactlyInAnyOrder("left,right", "1,10", "3,11");
    Run explained = Run.of("join", store, left, "--threads", "2", "--count", "--explain");
    assertThat(explained.out()).isEqualTo("2\n");
    assertThat(explained.err()).startsWith("plan: ").contains("rejected: ");
    assertThat(Run.of("join", store, store, "--threads", "2").out())
        .isEqualTo(Run.of("join", store, store).out())
        .contains("1,1\n");
    Run near = Run.of("join", store, right, "--radius", "0.5", "--json");
    assertThat(near.json().get("results").asInt()).isEqualTo(3);
    assertThat(near.json().get("leftIdChecksum").asText()).isEqualTo("6");
    assertThat(near.json().get("rightIdChecksum").asText()).isEqualTo("63");
    String shapes = directory.resolve("shapes").toString();
    build(shapes, "id,wkt\n5,\"POLYGON ((4 4, 4 0, 0 4, 4 4))\"\n");
    Run candidates = Run.of("join", shapes, right);
    assertThat(candidates.out().lines()).containsExactlyInAnyOrder("left,right", "5,20", "5,21");
    assertThat(candidates.err()).contains("pairs are candidates");
    assertRefused("disjoint", "join", store, right, "--predicate", "disjoint");
    assertRefused("distance -1", "join", left, store, "--radius", "-1");
  }

  @Test
  void tablesWithoutAnIndexOnTheGeometryAreJoined() {
    String keyed = directory.resolve("keyed").toString();
    build(keyed, "id,x,y\n1,1,1\n2,9,8\n", "--table", "--index", "key=bplus");
    Run inside = Run.of("join", left, keyed, "--explain");
    assertThat(inside.out().lines()).containsExactly("left,right", "10,1");
    assertThat(inside.err()).contains(": tree in memory", "a side has no index");
    assertThat(Run.of("join", keyed, left, "--radius", "1").out().lines())
        .containsExactlyInAnyOrder("left,right", "1,10", "2,11");
    assertThat(Run.of("join", keyed, keyed, "--count").out()).isEqualTo("2\n");
    String store = directory.resolve("boxes").toString();
    build(store, "id,minx,miny,maxx,maxy\n1,1,1,2,2\n2,3,3,4,4\n");
    assertThat(Run.of("join", store, keyed).out().lines()).containsExactly("left,right", "1,1");
  }

  @Test
  void tablesAndStoresAreJoinedWithinMetres() throws IOException {
    String[] sides = {"table", "store"};
    for (String side : sides) {
      String name = directory.resolve(side).toString();
      String rows = "id,x,y\n1,180,0\n2,-180,1\n3,0,-90\n";
      if (side.equals("table")) {
        build(name, rows, "--metric", "geodesic", "--table");
      } else {
        build(name, rows, "--metric", "geodesic");
      }
    }
    for (String one : sides) {
      for (String two : sides) {
        String from = directory.resolve(one).toString();
        String to = directory.resolve(two).toString();
        for (int metres : new int[] {110_500, 110_600}) { // a degree of latitude has 110,574
          Run near = Run.of("join", from, to, "--radius", "" + metres, "--count");
          assertThat(near.out()).as(near.err()).isEqualTo(metres > 110_574 ? "5\n" : "3\n");
        }
      }
    }
    assertRefused(
        "same metric", "join", left, directory.resolve("store").toString(), "--radius", "1");
  }

  @Test
  void impossibleJoinsAreRefused() {
    assertRefused("disjoint", "join", left, right, "--predicate", "disjoint");
    assertRefused("--radius", "join", left, right, "--predicate", "inside", "--radius", "1");
    assertRefused("distance -1", "join", left, right, "--radius", "-1");
    assertRefused("1 or more", "join", left, right, "--threads", "0");
  }

  private static void assertRefused(String part, String... args) {
    Run run = Run.of(args);
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(2);
    assertThat(run.err().lines().count()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).contains(part);
    assertThat(run.out()).isEmpty();
  }
}
