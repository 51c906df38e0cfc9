package org.flashgrove.jmh.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.flashgrove.jmh.bench.data.BenchDataSet;
import org.flashgrove.jmh.bench.peer.Peers;
import org.flashgrove.jmh.bench.report.Comparison;
import org.flashgrove.jmh.bench.report.Growth;
import org.flashgrove.jmh.bench.suite.Suite;
import org.flashgrove.jmh.bench.suite.Suites;
import org.flashgrove.lab.bench.BenchmarkReport;
import org.flashgrove.lab.bench.BenchmarkRequest;
import org.flashgrove.lab.bench.Benchmarks;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.PlotFiles;
import org.flashgrove.lab.experiment.report.HtmlReport;
import org.flashgrove.lab.experiment.report.Section;
import org.flashgrove.lab.experiment.report.TextReports;

/**
 * Benchmark that compares several libraries and indexes, called peers. The command {@code bench}
 * runs it.
 */
public final class SideBySide implements Benchmarks {
  /** Name of double coordinates on the command line. */
  static final String DOUBLE = "double";

  private static final List<String> COORDINATES = List.of("float", DOUBLE);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * Runs a request for one peer. The default implementation starts a separate process; tests run
   * the request in their own process.
   */
  @FunctionalInterface
  interface Place {
    CourseResult run(CourseRequest request) throws IOException;
  }

  private final Place place;

  /** Creates a benchmark that runs each peer in a separate process. */
  public SideBySide() {
    this(PeerProcess::run);
  }

  SideBySide(Place place) {
    this.place = place;
  }

  @Override
  public BenchmarkReport run(BenchmarkRequest request, Consumer<String> progress)
      throws IOException {
    Suite suite = Suites.of(request.suite());
    request.peers().forEach(Peers::requireKnown);
    request.collectors().forEach(PeerProcess::requireCollector);
    requireFiles(request.drivers());
    if (!request.coordinates().isEmpty() && !COORDINATES.contains(request.coordinates())) {
      throw new IllegalArgumentException(
          "--coordinates " + request.coordinates() + " (allowed: float, double)");
    }
    List<String> dataSets = request.data().isEmpty() ? suite.data() : request.data();
    if (dataSets.isEmpty()) {
      throw new IllegalArgumentException(
          "--suite " + request.suite() + ": has no data of its own; add --data FILE");
    }
    for (String data : dataSets) {
      new BenchDataSet(data, request.seed()).requireKnown();
      request.phases().forEach(word -> suite.phase(data, word));
    }
    Files.createDirectories(request.work());
    List<Section> sections = new ArrayList<>();
    List<Map<String, Object>> comparisons = new ArrayList<>();
    boolean agrees = true;
    for (String data : dataSets) {
      List<Comparison> sizes = new ArrayList<>();
      List<Long> asked = request.entries().isEmpty() ? List.of(suite.entries()) : request.entries();
      for (long entries : asked) {
        DataPart part = new DataPart(request, place, data, progress);
        part.run(entries);
        agrees &= part.agrees();
        sections.add(part.section());
        comparisons.add(part.members());
        sizes.add(part.comparison());
      }
      if (sizes.size() > 1 && !request.quick()) {
        sections.add(new Growth(data, sizes).section());
      }
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("suite", request.suite());
    members.put("quick", request.quick());
    members.put("agrees", agrees);
    members.put("memoryBytes", request.memoryBytes());
    members.put("processes", request.processes());
    members.put("seed", request.seed());
    members.put("comparisons", comparisons);
    members.put("jvmOptions", PeerProcess.options());
    members.put("machine", request.machine());
    return new BenchmarkReport(agrees, members, write(request, sections, members));
  }

  private static void requireFiles(List<String> drivers) {
    for (String driver : drivers) {
      if (!Files.isReadable(Path.of(driver))) {
        throw new IllegalArgumentException(
            "--driver " + driver + ": cannot be read; give a readable file");
      }
    }
  }

  private static List<String> write(
      BenchmarkRequest request, List<Section> sections, Map<String, Object> members)
      throws IOException {
    String title = request.quick() ? "Answers of peers" : "Peers side by side";
    List<Section> all = new ArrayList<>();
    all.add(
        new Section(
            "Made on",
            List.of(
                request.machineLine(),
                "Options of the JVM: " + String.join(" ", PeerProcess.options())),
            List.of(),
            List.of()));
    all.addAll(sections);
    Path out = Files.createDirectories(request.out());
    List<String> markdown = TextReports.markdown(title, all, ".");
    Files.write(out.resolve("bench.md"), markdown);
    Files.writeString(out.resolve("bench.html"), HtmlReport.write(title, all));
    Files.writeString(out.resolve("bench.json"), JSON.writeValueAsString(members));
    for (Section section : all) {
      for (Drawing drawing : section.drawings()) {
        Files.writeString(out.resolve(drawing.name() + ".svg"), PlotFiles.svg(drawing));
      }
    }
    return markdown;
  }
}
