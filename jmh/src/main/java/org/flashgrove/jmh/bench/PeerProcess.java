package org.flashgrove.jmh.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the measurements of a peer in a separate process. Request and result are exchanged as JSON
 * files.
 */
public final class PeerProcess {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LAST_LINES = 12;

  private static final String SERIAL = "serial";

  /** JVM options that select a garbage collector, by name. */
  private static final Map<String, String> COLLECTORS = new LinkedHashMap<>();

  static {
    COLLECTORS.put(SERIAL, "-XX:+UseSerialGC");
    COLLECTORS.put("parallel", "-XX:+UseParallelGC");
    COLLECTORS.put("g1", "-XX:+UseG1GC");
    COLLECTORS.put("z", "-XX:+UseZGC");
  }

  /**
   * Pattern of JVM options that select a garbage collector. The JVM allows only one such option, so
   * the option of the current process is dropped if a request selects a collector.
   */
  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

  private PeerProcess() {}

  /**
   * Entry point of the process.
   *
   * @param args names of the request file and the result file
   */
  public static void main(String[] args) throws Exception {
    CourseRequest request = JSON.readValue(new File(args[0]), CourseRequest.class);
    JSON.writeValue(new File(args[1]), request.run());
    // a peer may have left threads running
    System.exit(0);
  }

  /**
   * Runs a process and waits for it.
   *
   * @throws IOException if the process failed; the message contains the last lines of its output
   */
  static CourseResult run(CourseRequest request) throws IOException {
    Path directory = Files.createDirectories(Path.of(request.directory()));
    File requested = directory.resolve("request.json").toFile();
    File result = directory.resolve("result.json").toFile();
    Path said = directory.resolve("peer.log");
    JSON.writeValue(requested, request);
    Files.deleteIfExists(result.toPath());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options(request, options()));
    command.add("-cp");
    command.add(
        Stream.concat(Stream.of(System.getProperty("java.class.path")), request.drivers().stream())
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(PeerProcess.class.getName());
    command.add(requested.toString());
    command.add(result.toString());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(
            request.peer() + ": its process failed: " + String.join(" | ", lastLines(said)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + request.peer() + " was measured", e);
    } finally {
      process.destroyForcibly();
    }
    return JSON.readValue(result, CourseResult.class);
  }

  /** Throws an exception if there is no garbage collector with this name. */
  static void requireCollector(String word) {
    if (!COLLECTORS.containsKey(word)) {
      throw new IllegalArgumentException(
          "--collectors " + word + " (allowed: " + String.join(", ", COLLECTORS.keySet()) + ")");
    }
  }

  /**
   * Returns the JVM options for the process of a request.
   *
   * @param given options of the current process
   */
  static List<String> options(CourseRequest request, List<String> given) {
    boolean choosesCollector = request.isQuick() || !request.collector().isEmpty();
    List<String> options = new ArrayList<>();
    for (String option : given) {
      boolean isReplaced =
          !request.heap().isEmpty() && option.startsWith("-Xm")
              || choosesCollector && COLLECTOR.matcher(option).matches();
      if (!isReplaced) {
        options.add(option);
      }
    }
    if (!request.heap().isEmpty()) {
      options.add("-Xmx" + request.heap());
    }
    if (request.isQuick()) { // a quick run is too short to benefit from optimized code
      options.add("-XX:TieredStopAtLevel=1");
    }
    if (choosesCollector) {
      options.add(COLLECTORS.get(request.isQuick() ? SERIAL : request.collector()));
    }
    return options;
  }

  /** Returns those options of the current process that the peers' processes inherit. */
  static List<String> options() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-agent"))
        .toList();
  }

  private static List<String> lastLines(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
  }
}
