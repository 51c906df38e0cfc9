package org.flashgrove.jmh.bench;

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
import org.flashgrove.jmh.bench.data.BoxForm;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.Peer;
import org.flashgrove.jmh.bench.peer.PeerSettings;
import org.flashgrove.jmh.bench.peer.Peers;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.report.Comparison;
import org.flashgrove.jmh.bench.report.Sections;
import org.flashgrove.jmh.bench.report.Side;
import org.flashgrove.jmh.bench.report.Targets;
import org.flashgrove.jmh.bench.suite.Suite;
import org.flashgrove.jmh.bench.suite.Suites;
import org.flashgrove.lab.bench.BenchmarkRequest;
import org.flashgrove.lab.experiment.report.Section;

/**
 * Benchmark of all peers (libraries and indexes) on one data set of one size. Each round measures
 * all peers, one after the other. If the speed of the machine changes, this affects all peers.
 */
final class DataPart {
  private final BenchmarkRequest request;
  private final SideBySide.Place place;
  private final Suite suite;
  private final String name;
  private final boolean isDouble;
  private final Consumer<String> progress;
  private final Path file;
  private final List<Side> sides = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private AnswerCheck check;
  private BoxForm form;
  private long entries;

  DataPart(
      BenchmarkRequest request, SideBySide.Place place, String name, Consumer<String> progress) {
    this.request = request;
    this.place = place;
    this.name = name;
    this.progress = progress;
    suite = Suites.of(request.suite());
    isDouble =
        request.coordinates().isEmpty()
            ? suite.isDouble()
            : request.coordinates().equals(SideBySide.DOUBLE);
    file = request.work().resolve("entries.bin");
  }

  /** Measures all peers on a data set with at most {@code most} entries. */
  void run(long most) throws IOException {
    form = new BenchDataSet(name, request.seed()).write(most, isDouble, file);
    BoxFile boxes = BoxFile.map(file, form);
    entries = boxes.count();
    check = new AnswerCheck(new Oracle(new Workload(boxes, request.seed())));
    Map<Side, List<ProcessPlan>> plans = plans();
    for (int process = 1; process <= request.processes(); process++) {
      for (Map.Entry<Side, List<ProcessPlan>> each : plans.entrySet()) {
        for (ProcessPlan plan : each.getValue()) {
          measure(each.getKey(), plan, process);
        }
      }
    }
    problems.addAll(check.problems());
    Files.delete(file);
  }

  /** Returns the processes to run for each side. A side is a peer under one garbage collector. */
  private Map<Side, List<ProcessPlan>> plans() {
    List<String> collectors = new ArrayList<>(List.of(""));
    collectors.addAll(request.collectors());
    Map<Side, List<ProcessPlan>> plans = new LinkedHashMap<>();
    for (String word : request.peers().isEmpty() ? suite.peers() : request.peers()) {
      Peer peer = Peers.of(word, new PeerSettings(request.memoryBytes(), form, request.drivers()));
      if (isDouble && !peer.abilities().contains(Ability.DOUBLES)) {
        notes.add(word + ": left out, since its coordinates are floats.");
        continue;
      }
      for (String collector : collectors) {
        Side side = new Side(word, collector, peer.description());
        sides.add(side);
        plans.put(side, ProcessPlan.of(phases(), peer, request.quick()));
      }
    }
    return plans;
  }

  private List<Phase> phases() {
    return request.phases().isEmpty()
        ? suite.phases(name)
        : request.phases().stream().map(word -> suite.phase(name, word)).toList();
  }

  private void measure(Side side, ProcessPlan plan, int process) {
    long begin = System.nanoTime();
    try {
      if (plan.needsFiles()) {
        place.run(course(side, plan, List.of()));
      }
      take(side, place.run(course(side, plan, plan.phases())));
    } catch (IOException e) {
      problems.add(e.getMessage());
    }
    progress.accept(
        String.format(
            "%s, %,d entries: %s, process %d, %s, %.1f s",
            name,
            entries,
            side.label(),
            process,
            String.join(", ", plan.phases()),
            (System.nanoTime() - begin) / 1e9));
  }

  private CourseRequest course(Side side, ProcessPlan plan, List<String> phases) {
    return new CourseRequest(
        side.peer(),
        request.suite(),
        name,
        phases,
        plan.needsFiles(),
        plan.heap(),
        side.collector(),
        file.toAbsolutePath().normalize().toString(),
        form,
        request.memoryBytes(),
        request.seed(),
        request.quick(),
        request.work().toAbsolutePath().normalize().toString(),
        request.drivers());
  }

  private void take(Side side, CourseResult result) {
    result.measurements().forEach(side::add);
    result.answers().forEach(answers -> check.add(side.label(), answers));
    for (String note : result.notes()) {
      String line = side.peer() + ": " + note;
      if (!notes.contains(line)) {
        notes.add(line);
      }
    }
  }

  /** Returns whether every peer was measured and all answers are correct. */
  boolean agrees() {
    return problems.isEmpty();
  }

  Comparison comparison() {
    return new Comparison(name, entries, isDouble, sides);
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
        targets.put(our, new Targets(comparison(), our).targets());
      }
      members.put("targets", targets);
    }
    return members;
  }
}
