package org.flashgrove.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.datasets.csv.BadRowPolicy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds the entries nearest to a point. */
@Command(name = "nearest", description = "Find the entries nearest to a point, nearest first.")
final class NearestCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store.")
  private Path directory;

  @Option(names = "--point", required = true, paramLabel = "X,Y", description = "The point.")
  private String point;

  @Option(
      names = {"-k", "--limit"},
      paramLabel = "N",
      defaultValue = "10",
      description = "How many entries to find (default: 10).")
  private long limit;

  @Option(
      names = "--verify",
      paramLabel = "FILE",
      description = "Compare the answer with a scan of this data file.")
  private String verify;

  NearestCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    double[] from = Numbers.of("--point", point, 2);
    Rectangles.requireValid(from[0], from[1], from[0], from[1]);
    if (limit < 1) {
      throw new IllegalArgumentException("-k " + limit + " (allowed: 1 or more)");
    }
    try (SpatialStore store = openForReading(directory)) {
      List<Neighbour> neighbours = new ArrayList<>();
      IoFigures before = store.figures().io();
      long start = System.nanoTime();
      store.nearest(
          from[0],
          from[1],
          limit,
          (id, minX, minY, maxX, maxY, distance) ->
              neighbours.add(new Neighbour(id, minX, minY, maxX, maxY, distance)));
      double elapsedMillis = (System.nanoTime() - start) / 1e6;
      Map<String, Object> members = members(neighbours);
      members.put("io", Members.of(store.figures().io().since(before)));
      members.put("elapsedMillis", elapsedMillis);
      int exitCode = 0;
      if (verify != null) {
        boolean same = neighbours.equals(scan(from));
        members.put("verified", same);
        exitCode = same ? 0 : Failures.DIFFERENT;
      }
      print(members);
      say("id,distance,minx,miny,maxx,maxy");
      neighbours.forEach(neighbour -> say("%s", neighbour.row()));
      if (verify != null) {
        String outcome =
            exitCode == 0 ? "verified: no difference from a scan" : "differs from a scan";
        terminal().err().println("flashgrove: " + outcome);
      }
      return exitCode;
    }
  }

  private static Map<String, Object> members(List<Neighbour> neighbours) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("queries", 1);
    members.put("results", neighbours.size());
    members.put("counts", new long[] {neighbours.size()});
    long idSum = neighbours.stream().mapToLong(Neighbour::id).sum();
    members.put("idChecksum", Long.toString(idSum & Long.MAX_VALUE));
    members.put("candidates", neighbours.size());
    members.put("neighbours", neighbours);
    return members;
  }

  private List<Neighbour> scan(double[] from) throws IOException {
    List<Neighbour> all = new ArrayList<>();
    Scan.of(verify, BadRowPolicy.skip(bad -> {}))
        .forEach(
            (id, minX, minY, maxX, maxY) ->
                all.add(Neighbour.of(from, id, minX, minY, maxX, maxY)));
    all.sort(Neighbour.ORDER);
    return all.subList(0, (int) Math.min(limit, all.size()));
  }
}
