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
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.peer.Peer;
import org.flashgrove.jmh.bench.peer.PeerSettings;
import org.flashgrove.jmh.bench.peer.Peers;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.report.Comparison;
import org.flashgrove.jmh.bench.report.Growth;
import org.flashgrove.jmh.bench.report.Sections;
import org.flashgrove.jmh.bench.report.Side;
import org.flashgrove.jmh.bench.report.Target;
import org.flashgrove.jmh.bench.report.Targets;
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

/** The comparison of peers that {@code bench} makes. */
public final class SideBySide implements Benchmarks {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Place where a peer is measured. */
  @FunctionalInterface
  interface Place {
    CourseResult run(CourseRequest request, String heap) throws IOException;
  }

  private final Place place;

  /** Each peer in a process of its own. */
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
    List<String> dataSets = request.data().isEmpty() ? suite.data() : request.data();
    if (dataSets.isEmpty()) {
      throw new IllegalArgumentException(
          "--suite " + request.suite() + ": --data is missing (allowed: a data file)");
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
      for (long entries : request.entries()) {
        Part part = new Part(request, data, entries, progress);
        part.run();
        agrees &= part.problems.isEmpty();
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

  /** One data set of one size. */
  private final class Part {
    private final BenchmarkRequest request;
    private final Suite suite;
    private final BenchDataSet data;
    private final String name;
    private final long asked;
    private final Consumer<String> progress;
    private final Path file;
    private final List<Side> sides = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private AnswerCheck check;
    private long entries;

    Part(BenchmarkRequest request, String name, long asked, Consumer<String> progress) {
      this.request = request;
      suite = Suites.of(request.suite());
      this.name = name;
      this.asked = asked;
      this.progress = progress;
      data = new BenchDataSet(name, request.seed());
      file = request.work().resolve("entries.bin");
    }

    void run() throws IOException {
      data.write(asked, file);
      BoxFile boxes = BoxFile.map(file, data.isPoints());
      entries = boxes.count();
      check = new AnswerCheck(new Oracle(new Workload(boxes, request.seed())));
      for (String word : request.peers().isEmpty() ? suite.peers() : request.peers()) {
        measure(word);
      }
      problems.addAll(check.problems());
      Files.delete(file);
    }

    private void measure(String word) throws IOException {
      Peer peer = Peers.of(word, new PeerSettings(request.memoryBytes(), data.isPoints()));
      Map<String, List<String>> heaps = new LinkedHashMap<>();
      for (Phase phase : phases()) {
        if (!peer.abilities().containsAll(phase.needs())) {
          continue;
        }
        String heap = request.quick() ? "" : phase.heap(); // a process less for answers
        heaps.computeIfAbsent(heap, unused -> new ArrayList<>()).add(phase.word());
      }
      Side side = Side.empty(word, peer.description());
      sides.add(side);
      for (int process = 1; process <= request.processes(); process++) {
        for (Map.Entry<String, List<String>> heap : heaps.entrySet()) {
          long begin = System.nanoTime();
          CourseRequest course =
              new CourseRequest(
                  word,
                  request.suite(),
                  name,
                  heap.getValue(),
                  file.toAbsolutePath().normalize().toString(),
                  data.isPoints(),
                  request.memoryBytes(),
                  request.seed(),
                  request.quick(),
                  request.work().toAbsolutePath().normalize().toString());
          try {
            take(side, place.run(course, heap.getKey()));
          } catch (IOException e) {
            problems.add(e.getMessage());
          }
          progress.accept(
              String.format(
                  "%s, %,d entries: %s, process %d, %s, %.1f s",
                  name,
                  entries,
                  word,
                  process,
                  String.join(", ", heap.getValue()),
                  (System.nanoTime() - begin) / 1e9));
        }
      }
    }

    private List<Phase> phases() {
      return request.phases().isEmpty()
          ? suite.phases(name)
          : request.phases().stream().map(word -> suite.phase(name, word)).toList();
    }

    private void take(Side side, CourseResult result) {
      result.measurements().forEach(side::add);
      result.answers().forEach(answers -> check.add(side.peer(), answers));
      for (String note : result.notes()) {
        notes.add(side.peer() + ": " + note);
      }
    }

    private Comparison comparison() {
      return new Comparison(name, entries, sides);
    }

    Section section() {
      Section figures = new Sections(comparison()).section();
      List<String> lines = new ArrayList<>(check.lines());
      if (!suite.source().isEmpty()) {
        lines.add(suite.source());
      }
      problems.forEach(problem -> lines.add("**Problem**: " + problem));
      lines.addAll(notes);
      if (request.quick()) {
        return new Section(figures.title(), lines, List.of(), List.of());
      }
      lines.addAll(figures.lines());
      return new Section(figures.title(), lines, figures.tables(), figures.drawings());
    }

    Map<String, Object> members() {
      Map<String, Object> members = new LinkedHashMap<>(comparison().members());
      members.put("answers", check.members());
      members.put("problems", problems);
      members.put("notes", notes);
      if (!request.quick()) {
        Map<String, Object> targets = new LinkedHashMap<>();
        for (String our : comparison().ours()) {
          targets.put(
              our, new Targets(comparison(), our).targets().stream().map(Target::members).toList());
        }
        members.put("targets", targets);
      }
      return members;
    }
  }
}
